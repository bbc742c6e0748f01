import { expect, test } from "vitest";
import { barOver, spacesBetween } from "./bars";
import { small } from "./small";

test("a bar goes from the middle of the first space to that of the last", () => {
  expect(barOver(small, ["b1", "c2", "d3"])).toEqual({ x1: 1.5, y1: 0.5, x2: 3.5, y2: 2.5 });
  expect(barOver(small, [])).toBeNull();
});

test("the spaces between two are found in every direction", () => {
  expect(spacesBetween(small, "d1", "b3")).toEqual(["d1", "c2", "b3"]);
  expect(spacesBetween(small, "a2", "d2")).toEqual(["a2", "b2", "c2", "d2"]);
});
