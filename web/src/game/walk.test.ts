import { expect, test } from "vitest";
import { small } from "./small";
import type { Space } from "./variant";
import { nextShowing, Typing, TYPING_PAUSE, walk } from "./walk";

const at = (name: string) => small.space(name) as Space;

test("arrows go one space and stop at the edge", () => {
  expect(walk(small, at("b2"), "ArrowRight", false)?.name).toBe("c2");
  expect(walk(small, at("b2"), "ArrowUp", false)?.name).toBe("b1");
  expect(walk(small, at("b1"), "ArrowUp", false)?.name).toBe("b1");
  expect(walk(small, at("b1"), "Enter", false)).toBeNull();
});

test("with Ctrl an arrow goes to the edge, Home and End to the corners", () => {
  expect(walk(small, at("b2"), "ArrowRight", true)?.name).toBe("d2");
  expect(walk(small, at("b2"), "ArrowDown", true)?.name).toBe("b3");
  expect(walk(small, at("c2"), "Home", false)?.name).toBe("a2");
  expect(walk(small, at("c2"), "End", true)?.name).toBe("d3");
});

test("a letter or digit leads to the next space with that card, and round again", () => {
  expect(nextShowing(small, at("a1"), "2")?.name).toBe("b1");
  expect(nextShowing(small, at("b1"), "2")?.name).toBe("b2");
  expect(nextShowing(small, at("b2"), "2")?.name).toBe("b1");
  expect(nextShowing(small, at("a1"), "t")?.name).toBe("c1");
  expect(nextShowing(small, at("a1"), "10")?.name).toBe("c1");
  expect(nextShowing(small, at("a1"), "9")).toBeNull();
});

test("digits typed quickly are one number", () => {
  const typing = new Typing();
  expect(typing.add("1", 0)).toEqual(["1"]);
  expect(typing.add("2", 100)).toEqual(["12", "2"]);
  expect(typing.add("3", 200 + TYPING_PAUSE)).toEqual(["3"]);
  expect(nextShowing(small, at("c2"), "12")?.name).toBe("c2");
});
