import { expect, test } from "vitest";
import { Choice } from "./link";

const LONG = 60_000;

function after(...lives: (number | null)[]): boolean {
  const choice = new Choice();
  lives.forEach((lived) => choice.ended(lived));
  return choice.streams;
}

test("where a WebSocket does not open, a stream is next", () => {
  expect(after()).toBe(false);
  expect(after(null)).toBe(true);
});

test("where it is cut at once, twice, too", () => {
  expect(after(100)).toBe(false);
  expect(after(100, 100)).toBe(true);
});

test("where WebSockets have worked it takes three failures, and they are tried again after", () => {
  expect(after(LONG, null, null)).toBe(false);
  expect(after(LONG, null, null, null)).toBe(true);
  expect(after(LONG, null, null, null, LONG)).toBe(false);
});

test("a stream that works is kept where no WebSocket ever did", () => {
  expect(after(null, LONG)).toBe(true);
  expect(after(null, null)).toBe(false);
});
