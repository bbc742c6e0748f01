import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { GameView, SeatInfo, TableView } from "../protocol";
import { useTexts } from "../texts/texts";
import { readLog } from "./history";
import { small } from "./small";
import { tellStory } from "./story";
import { Words } from "./words";

beforeAll(() => useTexts([["en", readFileSync("../src/sarja/locales/en/web.ftl", "utf8")]]));

const SEATS = ["Aino", "Ilma", "Seppo"].map((name) => ({ kind: "person", name }) as SeatInfo);

function told(
  game: Partial<GameView>,
  you: number | null = 1,
  said: TableView["said"] = [],
): string[] {
  const whole = { number: 1, dealer: 2, log: [], stood_in: [],
    notes: [], cut: [], commitments: [], ...game } as unknown as GameView;
  const entries = readLog(whole.log, 3, []);
  return tellStory(whole, entries, new Words(small, SEATS, you), said).map(({ number, text }) =>
    `${number ?? "-"} ${text}`.replace(/[\u2068\u2069\uFE0E]/g, ""),
  );
}

test("the cut is told round by round, and who deals", () => {
  const cut = [
    ["3S", "2S", "2S"],
    [null, "2S", "TH"],
  ];
  expect(told({ cut })).toEqual([
    "- The cut for the deal: 3♠ by Aino, 2♠ by Ilma, and 2♠ by Seppo.",
    "- The lowest cards are alike, so these cut again: 2♠ by Ilma and 10♥ by Seppo.",
    "- Game 1 begins. Ilma has the lowest card and deals (R4).",
  ]);
  expect(told({ number: 2 })).toEqual(["- Game 2 begins. Ilma deals."]);
});

test("what a move brought stands after it", () => {
  const log: GameView["log"] = [
    [1, "2S@b1"],
    [2, "3S@d1"],
  ];
  const notes: GameView["notes"] = [
    [1, "Reshuffled", null, null],
    [1, "Drawn", 1, "TH"],
    [2, "DrewNothing", 2, null],
  ];
  expect(told({ log, notes }).slice(1)).toEqual([
    "1 You play 2♠ on b1.",
    "- The deck is used up: the discard piles are shuffled into a new one.",
    "- You draw 10♥.",
    "2 Ilma plays 3♠ on d1.",
  ]);
});

test("a deck that is settled is told by the beginning of its hash, in the order of the shuffles", () => {
  const commitments = ["0123456789abcdef0000", "89abcdef01234567ffff", "fedcba9876543210ffff"];
  const log: GameView["log"] = [[1, "2S@b1"]];
  const notes: GameView["notes"] = [
    [1, "Reshuffled", null, null],
    [1, "Reshuffled", null, null],
  ];
  const fixed = "- The order of the deck is fixed from here on:";
  expect(told({ log, notes, commitments })).toEqual([
    "- Game 1 begins. Ilma deals.",
    `${fixed} 0123 4567 89ab cdef`,
    "1 You play 2♠ on b1.",
    "- The deck is used up: the discard piles are shuffled into a new one.",
    `${fixed} 89ab cdef 0123 4567`,
    "- The deck is used up: the discard piles are shuffled into a new one.",
    `${fixed} fedc ba98 7654 3210`,
  ]);
});

test("a draw by hand is told once, by its card", () => {
  const log: GameView["log"] = [
    [1, "2S@b1"],
    [1, "1:+"],
    [2, "2:+"],
  ];
  const notes: GameView["notes"] = [
    [2, "Reshuffled", null, null],
    [2, "Drawn", 1, "TH"],
  ];
  expect(told({ log, notes }).slice(2)).toEqual([
    "- The deck is used up: the discard piles are shuffled into a new one.",
    "2 You draw 10♥.",
    "3 Ilma draws a card.",
  ]);
});

test("phrases stand where they were said, and a call that failed stands there, too", () => {
  const log: GameView["log"] = [[1, "2S@b1"]];
  const notes: GameView["notes"] = [
    [0, "TalkDropped", 2, null],
    [1, "Drawn", 1, "TH"],
  ];
  const said: TableView["said"] = [
    [0, 3, "hello"],
    [1, 2, "tea"],
  ];
  expect(told({ log, notes }, 1, said).slice(1)).toEqual([
    "- Too few agree with Ilma about table talk: there is no penalty.",
    "- Seppo: Hello!",
    "1 You play 2♠ on b1.",
    "- You draw 10♥.",
    "- Ilma: a cup of tea",
  ]);
});
