import { expect, test } from "vitest";
import { chipsOn, findMarks, lockedOn, readLog } from "./history";
import { small } from "./small";

const LOG: [number | null, string][] = [
  [1, "2S@b1"],
  [2, "TH@c1"],
  [1, "JHxc1"],
  [2, "12@c2"],
];

test("a removal tells whose chip went", () => {
  const entries = readLog(LOG, 2, []);
  expect(entries.map(({ taken }) => taken)).toEqual([null, null, 2, null]);
});

test("a sequence belongs to the chip that came last, or to the choice of its line", () => {
  const log: [number | null, string][] = [
    [1, "2S@b1"],
    [1, "TH@c1"],
    [2, "12@c2"],
    [1, "3S@d1"],
    [1, "=b1-d1"],
  ];
  const line = { team: 1, spaces: ["b1", "c1", "d1"] };
  expect(readLog(log, 2, [line])[4]?.sequences).toEqual([line]);
  expect(readLog(log.slice(0, 4), 2, [line])[3]?.sequences).toEqual([line]);
});

test("marked is what happened since one's own last turn", () => {
  const entries = readLog(LOG, 2, []);
  expect(findMarks(entries, 2, 2)).toEqual({ last: "c2", since: new Set() });
  expect(findMarks(entries, 1, 2)).toEqual({ last: "c2", since: new Set(["c2"]) });
  expect(findMarks(entries.slice(0, 3), 2, 2)).toEqual({ last: "c1", since: new Set(["c1"]) });
  expect(findMarks(entries, null, 2).since).toEqual(new Set(["c1", "c2"]));
  expect(findMarks([], 1, 2)).toEqual({ last: null, since: new Set() });
});

test("chips and locked chips are read from the rows", () => {
  expect([...chipsOn(["*1..", "..2.", "...*"], small)]).toEqual([
    ["b1", 1],
    ["c2", 2],
  ]);
  expect([...lockedOn(["....", "..#.", "...."], small)]).toEqual(["c2"]);
});
