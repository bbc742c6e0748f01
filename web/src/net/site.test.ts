import { expect, test } from "vitest";
import { usualBot } from "./site";

test("the server says which bot is the usual one", () => {
  const kinds = [
    { name: "random", default: false },
    { name: "club", default: true },
  ];
  expect(usualBot(kinds)).toBe("club");
  expect(usualBot(kinds.slice(0, 1))).toBe("random");
  expect(usualBot([])).toBeUndefined();
});
