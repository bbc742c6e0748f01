import { expect, test } from "vitest";
import { announcer } from "./announcer.svelte";

test("each text is a new node, and the same text within a moment is dropped", () => {
  announcer.say("one", 0);
  announcer.say("one", 600);
  announcer.say("two", 650);
  announcer.say("two", 2000);
  expect(announcer.said.map(({ text }) => text)).toEqual(["one", "two", "two"]);
  expect(new Set(announcer.said.map(({ id }) => id)).size).toBe(3);
});

test("only the latest texts are kept", () => {
  for (let count = 0; count < 20; count++) announcer.say(`text ${count}`, 10_000 * count + 9_000);
  expect(announcer.said).toHaveLength(6);
});
