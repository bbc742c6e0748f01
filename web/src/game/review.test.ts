import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Analysis, curveOf, type Judged } from "./review";

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
