// One connection to the server that is opened again whenever it is lost: a WebSocket, or what takes
// its place where none comes through.

import { PROTOCOL, type ClientMessage, type ServerMessage, type Welcome } from "../protocol";
import { waitAfter } from "./backoff";
import { Choice, type Link, streamLink } from "./link";

/** `outdated` is a server of another protocol: only loading the page anew helps. */
export type LinkState = "connecting" | "up" | "waiting" | "outdated";

export interface Listener {
  /** The server has said welcome: follow and ask again now. */
  up(welcome: Welcome): void;
  message(message: ServerMessage): void;
  /** The state, and where it is `waiting` the moment of the next attempt. */
  state(state: LinkState, retryAt: number): void;
}

/** Silence after which the server is asked whether it is still there, and how long it may think. */
const QUIET = 15_000;
const PATIENCE = 4_000;
/** The same where something was sent that wants an answer. */
const UNANSWERED = 2_500;
/** A connection that is not there after this long is tried anew. */
const OPENING = 8_000;
/** The state of a link by which one can speak. */
const OPEN = 1;

export class Socket {
  private socket: Link | null = null;
  private readonly choice = new Choice();
  /** When the server said welcome. */
  private welcomed: number | null = null;
  /** Whether the server said that it starts anew, and has not come back yet. */
  restarting = false;
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private up = false;
  /** When the timer goes off. */
  private due = 0;
  private probing = false;

  constructor(
    private readonly url: string,
    private readonly listener: Listener,
    private readonly make: (url: string) => Link = (url) => new WebSocket(url) as Link,
    private readonly makeStream: () => Link = streamLink,
  ) {}

  open(): void {
    this.drop();
    this.listener.state("connecting", 0);
    const socket = this.choice.streams ? this.makeStream() : this.make(this.url);
    this.socket = socket;
    this.after(OPENING, () => this.lost());
    socket.onmessage = (event) => {
      if (socket === this.socket) this.received(String(event.data));
    };
    socket.onclose = () => {
      if (socket === this.socket) this.lost();
    };
  }

  /** Send now, or not at all: what must arrive is sent again when the socket is up. */
  send(message: ClientMessage): void {
    if (this.up && this.socket?.readyState === OPEN) {
      this.socket.send(JSON.stringify(message));
      if (!this.probing && this.due > Date.now() + UNANSWERED) {
        this.after(UNANSWERED, () => this.probe());
      }
    }
  }

  /** The network or the person came back: see at once whether the connection lives. */
  wake(): void {
    if (this.up) this.probe();
    else this.open();
  }

  close(): void {
    this.drop();
  }

  private received(text: string): void {
    const message = JSON.parse(text) as ServerMessage;
    this.probing = false;
    this.after(QUIET, () => this.probe());
    if (message.type === "welcome") {
      if (message.protocol !== PROTOCOL) {
        this.drop();
        this.listener.state("outdated", 0);
        return;
      }
      this.attempts = 0;
      this.up = true;
      this.restarting = false;
      this.welcomed = Date.now();
      this.listener.state("up", 0);
      this.listener.up(message);
    } else if (message.type === "bye") {
      // The server stops, whatever carries its messages.
      if (this.welcomed) this.welcomed = -Infinity;
      this.restarting = message.code === "restarting";
      this.lost(message.seconds * 1000);
    } else if (message.type !== "pong") {
      this.listener.message(message);
    }
  }

  private probe(): void {
    if (this.probing) return;
    this.probing = true;
    this.send({ type: "ping" });
    this.after(PATIENCE, () => this.lost());
  }

  private lost(atLeast = 0): void {
    this.choice.ended(this.welcomed && Date.now() - this.welcomed);
    this.welcomed = null;
    this.drop();
    const wait = waitAfter(this.attempts++, Math.random(), atLeast);
    this.listener.state("waiting", Date.now() + wait);
    this.after(wait, () => this.open());
  }

  /** A dead network never answers a close, so nobody waits for one. */
  private drop(): void {
    clearTimeout(this.timer);
    const socket = this.socket;
    this.socket = null;
    this.up = this.probing = false;
    if (!socket) return;
    socket.onmessage = socket.onclose = null;
    socket.close();
  }

  private after(wait: number, act: () => void): void {
    clearTimeout(this.timer);
    this.due = Date.now() + wait;
    this.timer = setTimeout(act, wait);
  }
}
