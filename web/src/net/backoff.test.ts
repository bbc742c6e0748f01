import { expect, test } from "vitest";
import { waitAfter } from "./backoff";

test("the wait grows, but not for ever", () => {
  expect(waitAfter(0, 1)).toBe(500);
  expect(waitAfter(3, 1)).toBe(4000);
  expect(waitAfter(30, 1)).toBe(15_000);
});

test("chance spreads clients over half of the wait, after what the server asked for", () => {
  expect(waitAfter(3, 0)).toBe(2000);
  expect(waitAfter(3, 0.5)).toBe(3000);
  expect(waitAfter(3, 0, 10_000)).toBe(12_000);
});
