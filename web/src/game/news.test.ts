import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { GameView, NumberedEvent, TableView } from "../protocol";
import { useTexts } from "../texts/texts";
import { news } from "./news";
import { small } from "./small";

beforeAll(() => useTexts([["en", readFileSync("../src/sarja/locales/en/web.ftl", "utf8")]]));

const SEATS = ["Aino", "Ilma"].map((name, at) => ({
  seat: at + 1,
  team: at + 1,
  kind: "person" as const,
  name,
  bot: null,
  here: true,
}));

function view(version: number, log: [number | null, string][], game: Partial<GameView> = {}) {
  const whole = { number: 1, log, sequences: [], outcome: null, ...game };
  return { version, teams: 2, seats: SEATS, you: 2, game: whole } as unknown as TableView;
}

function told(before: TableView, after: TableView, events: NumberedEvent[] = []): string[] {
  const texts = news(before, after, events, small);
  return texts.map((text) => text.replace(/[\u2068\u2069]/g, ""));
}

const FIRST: [number, string] = [1, "2S@b1"];
const SECOND: [number, string] = [2, "3S@d1"];

test("only what is new is told, cards as they are spoken", () => {
  expect(told(view(5, [FIRST]), view(6, [FIRST, SECOND]))).toEqual([
    "You play 3 of spades on d1.",
  ]);
});

test("after a lost connection moves are told without their events", () => {
  expect(told(view(5, []), view(9, [FIRST, SECOND]))).toHaveLength(2);
});

test("a finished sequence and the end are told", () => {
  const line = { team: 1, spaces: ["b1", "b2", "b3"] };
  const outcome = { winner: 1, reason: "sequences", sequences: [1, 0] };
  const after = view(8, [FIRST], { sequences: [line], outcome });
  expect(told(view(5, []), after)).toEqual([
    "Aino plays 2 of spades on b1. A sequence for Blue: b1 b2 b3.",
    "Aino wins for Blue with one sequence.",
  ]);
});

test("events are told once: one's own cards and turn, not those of others", () => {
  const event = (number: number, game: Record<string, unknown>): NumberedEvent => ({
    number,
    event: { type: "GameEvent", event: game },
  });
  const events = [
    event(5, { type: "TurnBegan", seat: 2 }),
    event(6, { type: "Drawn", seat: 1, card: null, occasion: "turn" }),
    event(7, { type: "Drawn", seat: 2, card: "TH", occasion: "turn" }),
    event(8, { type: "TurnBegan", seat: 2 }),
    { number: 9 },
  ];
  expect(told(view(5, []), view(9, []), events)).toEqual(["You draw 10 of hearts.", "Your turn."]);
});
