import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { useTexts } from "../texts/texts";
import { rulesOf } from "./rules";
import { small } from "./small";
import { type CardData, Variant } from "./variant";

const told = (variant: Variant, help?: "spaces" | "none") =>
  rulesOf(variant, help).join("\n").replace(/[\u2068\u2069\uFE0E]/g, "");
const like = (cards: Record<string, CardData>, more = {}) =>
  new Variant({ ...small.data, cards, ...more });
const PLACE = { effect: "place", count: 2 } as const;

beforeAll(() => {
  useTexts([["en", readFileSync("../src/sarja/locales/en/web.ftl", "utf8")]]);
});

test("jacks are told by their eyes, and which they are", () => {
  expect(told(small)).toContain("A two-eyed jack (J♣) is wild");
  expect(told(small)).toContain("A one-eyed jack (J♥) takes a chip");
  expect(told(small)).not.toMatch(/A card with (one|two) eye/);
});

test("other cards that are wild or remove are told by what is printed on them", () => {
  const signs = { "+1": { effect: "wild", count: 2, text: "+" }, "-1": { effect: "remove", count: 2, text: "−" } } as const;
  const numbers = told(like({ "7+5": { ...PLACE, label: "12" }, ...signs }));
  expect(numbers).toContain("The card + is wild");
  expect(numbers).toContain("The card − takes a chip");
  expect(numbers).not.toMatch(/jack|eye/);
  const two = told(like({ FOX: { effect: "wild", count: 1 }, OWL: { effect: "wild", count: 1 } }));
  expect(two).toContain("The cards FOX and OWL are wild");
});

test("a card that shows another thing than its spaces is explained", () => {
  expect(told(like({ "7+5": { ...PLACE, label: "12" } }))).toContain("a sum: work it out. 7+5 goes on 12.");
  expect(told(like({ HUND: { ...PLACE, label: "1", text: "Hund" } }))).toContain("Hund goes on 1.");
  expect(told(like({ "2S": { ...PLACE, label: "2S", text: "2♠" } }))).not.toContain("goes on");
});

test("what a game has not is not told", () => {
  const bare = told(like({ "2S": { ...PLACE, label: "2S" } }, { grid: [["2S"]], exchanges_per_turn: 0 }));
  expect(bare).not.toMatch(/wild|takes a chip|star|exchange/);
  expect(told(small)).toContain("The 2 corners with a star");
  expect(told(small)).not.toContain("lights up");
  expect(told(small, "none")).toContain("none lights up");
});
