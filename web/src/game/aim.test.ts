import { expect, test } from "vitest";
import { aimedAt } from "./aim";

const left = { x: 2, y: 2 };
const right = { x: 4, y: 2 };

test("a tap inside a target is meant for it", () => {
  expect(aimedAt({ x: 2.9, y: 2.9 }, [left, right])).toBe(left);
});

test("a tap near one target goes there", () => {
  expect(aimedAt({ x: 1.7, y: 1.8 }, [left, right])).toBe(left);
  expect(aimedAt({ x: 3.2, y: 2.5 }, [left, right])).toBe(left);
});

test("a tap between two targets is nobody's", () => {
  expect(aimedAt({ x: 3.5, y: 2.5 }, [left, right])).toBeNull();
});

test("a tap far from every target is nobody's", () => {
  expect(aimedAt({ x: 0.5, y: 0.5 }, [left, right])).toBeNull();
  expect(aimedAt({ x: 0.5, y: 0.5 }, [])).toBeNull();
});
