// What carries messages: a WebSocket, or where none comes through a stream and POST.

/** As much of a WebSocket as is used here. */
export interface Link {
  readyState: number;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** A link that lived for fewer milliseconds has not worked: filters cut sockets at once. */
const BRIEF = 5_000;
/** So often WebSockets may fail one after the other before a stream is tried, if one has worked. */
const PATIENCE = 3;

/** Says of which kind the next link should be. */
export class Choice {
  /** Whether messages go by a stream. */
  streams = false;
  private failures = 0;
  private worked = false;

  /** A link has ended which lived so long after its welcome; null without one. */
  ended(lived: number | null): void {
    const good = lived !== null && lived >= BRIEF;
    if (this.streams) {
      this.streams = good && !this.worked;
    } else if (good) {
      this.worked = true;
      this.failures = 0;
    } else {
      this.failures += lived === null ? 1 : 0.5;
      this.streams = this.failures >= (this.worked ? PATIENCE : 1);
      if (this.streams) this.failures = 0;
    }
  }
}

/** A link by a stream; its code is loaded only where it is needed. */
export function streamLink(): Link {
  let closed = false;
  const link: Link = {
    readyState: 0,
    onmessage: null,
    onclose: null,
    send: () => undefined,
    close: () => (closed = true),
  };
  const fail = () => link.onclose?.();
  import("./stream").then(({ openStream }) => closed || openStream(link), fail);
  return link;
}
