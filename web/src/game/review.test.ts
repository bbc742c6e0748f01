import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { useTexts } from "../texts/texts";
import { type Analysis, better, curveOf, type Judged, lossOf, percent, rowsOf, shortMove } from "./review";
import { small } from "./small";

const plain = (text: string) => text.replace(/[\u2068\u2069\uFE0E]/g, "");

beforeAll(() => {
  const folder = "../src/sarja/locales/en";
  const files = ["web", "people", "analysis"].map((name) => readFileSync(`${folder}/${name}.ftl`, "utf8"));
  useTexts([["en", files.join("\n")]]);
});

function judged(number: number, team: number, before: number, after: number): Judged {
  return { number, team, before, after, seat: team, move: "-", loss: 0, verdict: null, best: [], reasons: [] };
}

function game(winner: number | null): Analysis {
  const moves = [judged(1, 1, 0.5, 0.4), judged(2, 2, 0.6, 0.6), judged(4, 1, 0.3, 0.9)];
  const outcome = { winner, reason: "sequences" as const, sequences: [1, 0] };
  return { plies: 5, simulations: 0, teams: 2, outcome, moves, luck: [] };
}

test("a curve has a team's own moves, and ends with the outcome", () => {
  const own = [[0, 0.5], [1, 0.4], [3, 0.3], [4, 0.9]];
  expect(curveOf(game(1), 1)).toEqual([...own, [5, 1]]);
  expect(curveOf(game(2), 1)).toEqual([...own, [5, 0]]);
  expect(curveOf(game(null), 2)).toEqual([[1, 0.6], [2, 0.6], [5, 0.5]]);
});

test("the style of a curve has a line for every team", () => {
  const source = readFileSync("src/parts/Curve.svelte", "utf8");
  for (const team of [1, 2, 3]) expect(source).toContain(`.team-${team} {`);
});

test("a loss is what lies between the figures told", () => {
  // Ten were lost, but who reads 55 and 44 reckons eleven.
  const move = { ...judged(1, 1, 0.5451, 0.4449), loss: 0.1002 };
  expect([percent(move.before), percent(move.after), lossOf(move)]).toEqual(
    ["55\u00A0%", "44\u00A0%", "11\u00A0%"],
  );
});

test("moves in short are words and cards, never notation", () => {
  expect(plain(shortMove("TH#", small))).toBe("exchange 10♥");
  expect(plain(shortMove("1:TH!", small))).toBe("give up 10♥");
  expect(plain(shortMove("=a1-d1", small))).toBe("lock a1 to d1");
  expect(shortMove("-", small)).toBe("pass");
  expect(plain(shortMove("JHxb1", small))).toBe("J♥ × b1");
});

test("what had been better is a sentence with its stop", () => {
  const move: Judged = { ...judged(1, 1, 0.54, 0.4), verdict: "mistake" };
  const exchange = { ...move, best: [{ move: "TH#", chance: 0.54 }], reasons: [{ code: "exchanges-dead", params: { card: "TH" } }] };
  expect(plain(better(exchange, small))).toBe("Better: exchange 10♥ (54\u00A0%).");
  const reasons: Judged["reasons"] = [
    { code: "spends-jack", params: { card: "JC" } },
    { code: "blocks", params: { line: "a2-d2", team: 2 } },
  ];
  const block = { ...move, best: [{ move: "TH@a2", chance: 0.54 }], reasons };
  expect(plain(better(block, small))).toBe("Better: 10♥ a2 (54\u00A0%), which blocks the line a2-d2 of team Green.");
});

test("signs stand in rows where they would cover one another", () => {
  expect(rowsOf([10, 40, 45, 50, 70], 20, 3)).toEqual([0, 0, 1, 2, 0]);
  expect(rowsOf([1, 2, 3], 20, 2)).toEqual([0, 1, 1]);
});
