// Where no WebSocket comes through: the server's messages come by one request that goes on, and each
// of the page's goes by a request of its own, one after the other.

import type { Link } from "./link";
import { newId } from "./requests";

/** A busy server asks to wait. */
const BUSY = 429;
const WAIT = 1_000;

/** Open a stream, and be the link by it. */
export function openStream(link: Link): void {
  const ended = new AbortController();
  const headers = { authorization: `Bearer ${newId()}${newId()}` };
  let sending = Promise.resolve();

  const post = (path: string, body?: string) =>
    fetch(path, { method: "POST", headers, body, signal: ended.signal, cache: "no-store" });

  const lose = () => {
    if (link.readyState === 3) return;
    link.close();
    link.onclose?.();
  };

  const sendOne = async (text: string): Promise<void> => {
    for (;;) {
      const answer = await post("/stream/send", text);
      if (answer.ok) return;
      if (answer.status !== BUSY) return lose();
      await new Promise((resolve) => setTimeout(resolve, WAIT));
    }
  };

  link.send = (text) => {
    sending = sending.then(() => sendOne(text)).catch(lose);
  };
  link.close = () => {
    link.readyState = 3;
    ended.abort();
  };

  const read = async (): Promise<void> => {
    const answer = await post("/stream");
    if (!answer.ok || !answer.body) return;
    link.readyState = 1;
    const reader = answer.body.getReader();
    const decoder = new TextDecoder();
    for (let held = ""; ;) {
      const { done, value } = await reader.read();
      if (done) return;
      held += decoder.decode(value, { stream: true });
      const events = held.split("\n\n");
      held = events.pop() ?? "";
      for (const event of events) {
        if (event.startsWith("data: ")) link.onmessage?.({ data: event.slice(6) });
      }
    }
  };
  read().then(lose, lose);
}
