import { afterEach, expect, test, vi } from "vitest";
import type { Link } from "./link";
import { openStream } from "./stream";

afterEach(() => vi.unstubAllGlobals());

/** A link whose stream says these pieces; what is fetched is kept. */
function open(pieces: string[], statuses: number[] = []) {
  const fetched: [string, RequestInit][] = [];
  const heard: string[] = [];
  vi.stubGlobal("fetch", (path: string, options: RequestInit) => {
    fetched.push([path, options]);
    if (path !== "/stream") return Promise.resolve(new Response(null, { status: statuses.shift() ?? 204 }));
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(encoder.encode(piece));
        if (pieces.at(-1) === "") controller.close();
      },
    });
    return Promise.resolve(new Response(body));
  });
  const link: Link = {
    readyState: 0,
    onmessage: ({ data }) => heard.push(data),
    onclose: () => heard.push("closed"),
    send: () => undefined,
    close: () => undefined,
  };
  openStream(link);
  return { link, heard, fetched };
}

test("messages come whole, however they are cut up, and comments are passed over", async () => {
  const { heard } = open([":   \n\nda", 'ta: {"a":', "1}\n", "\n:\n\ndata: 2\n\n", ""]);
  await vi.waitFor(() => expect(heard).toEqual(['{"a":1}', "2", "closed"]));
});

test("what is sent goes in order, one at a time, and again where the server is busy", async () => {
  vi.useFakeTimers();
  const { link, fetched } = open([":\n\n"], [429, 204, 204]);
  link.send("one");
  link.send("two");
  await vi.advanceTimersByTimeAsync(5_000);
  const [, ...sent] = fetched;
  expect(sent.map(([, { body }]) => body)).toEqual(["one", "one", "two"]);
  const secrets = fetched.map(([, { headers }]) => (headers as Record<string, string>).authorization);
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^Bearer [a-z0-9]{32}$/);
  vi.useRealTimers();
});

test("a stream that the server does not know any more is lost", async () => {
  const { link, heard } = open([":\n\n"], [404]);
  link.send("one");
  await vi.waitFor(() => expect(heard).toEqual(["closed"]));
  expect(link.readyState).toBe(3);
});
