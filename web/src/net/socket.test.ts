import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PROTOCOL } from "../protocol";
import { Socket } from "./socket";

class FakeSocket {
  static readonly OPEN = 1;
  static made: FakeSocket[] = [];
  readyState = 1;
  sent: string[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor() {
    FakeSocket.made.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
  }
  hear(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const welcome = { type: "welcome", protocol: PROTOCOL, server: "test", url: "" };
const heard: string[] = [];
let socket: Socket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.made = [];
  heard.length = 0;
  socket = new Socket("ws://test/ws", {
    up: () => heard.push("up!"),
    message: ({ type }) => heard.push(type),
    state: (state) => heard.push(state),
  });
  socket.open();
});

afterEach(() => {
  socket.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const last = () => FakeSocket.made.at(-1) as FakeSocket;

test("nothing is sent before the welcome, and everything after it", () => {
  socket.send({ type: "ping" });
  expect(last().sent).toEqual([]);
  last().hear(welcome);
  socket.send({ type: "ping" });
  expect(last().sent).toHaveLength(1);
  expect(heard).toEqual(["connecting", "up", "up!"]);
});

test("a lost connection is opened again after a wait", () => {
  last().hear(welcome);
  last().onclose?.();
  expect(heard.at(-1)).toBe("waiting");
  vi.advanceTimersByTime(600);
  expect(FakeSocket.made).toHaveLength(2);
});

test("a server that says nothing is asked, and given up when it does not answer", () => {
  last().hear(welcome);
  vi.advanceTimersByTime(15_000);
  expect(last().sent).toEqual(['{"type":"ping"}']);
  last().hear({ type: "pong" });
  vi.advanceTimersByTime(15_000 + 4_000);
  expect(heard.at(-1)).toBe("waiting");
});

test("what is sent and not answered is followed by a question soon, however much is sent", () => {
  last().hear(welcome);
  const message = { type: "attach", id: "a", code: "SAUNA" } as const;
  for (let at = 0; at < 6; at++) {
    socket.send(message);
    vi.advanceTimersByTime(1_000);
  }
  expect(last().sent.filter((text) => text.includes("ping"))).toHaveLength(1);
  socket.wake();
  vi.advanceTimersByTime(600);
  expect(heard.at(-1)).toBe("waiting");
});

test("an answer ends the suspicion", () => {
  last().hear(welcome);
  socket.send({ type: "attach", id: "a", code: "SAUNA" });
  vi.advanceTimersByTime(1_000);
  last().hear({ type: "presence", table: "t", here: [] });
  vi.advanceTimersByTime(10_000);
  expect(last().sent).toHaveLength(1);
  expect(heard.at(-1)).toBe("presence");
});

test("a server that is about to stop is given the time it asks for", () => {
  last().hear(welcome);
  last().hear({ type: "bye", code: "restarting", seconds: 3 });
  expect(socket.restarting).toBe(true);
  vi.advanceTimersByTime(3_000);
  expect(FakeSocket.made).toHaveLength(1);
  vi.advanceTimersByTime(600);
  expect(FakeSocket.made).toHaveLength(2);
  last().hear(welcome);
  expect(socket.restarting).toBe(false);
});

test("a server of another protocol is left alone", () => {
  last().hear({ ...welcome, protocol: PROTOCOL + 1 });
  vi.advanceTimersByTime(60_000);
  expect(heard.at(-1)).toBe("outdated");
  expect(FakeSocket.made).toHaveLength(1);
});

test("what an abandoned connection still says is not heard", () => {
  const first = last();
  first.hear(welcome);
  socket.open();
  first.hear({ type: "presence", table: "t", here: [] });
  expect(heard).not.toContain("presence");
});
