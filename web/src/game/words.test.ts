import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import type { SeatInfo, TableView } from "../protocol";
import { useTexts } from "../texts/texts";
import { readLog } from "./history";
import { small } from "./small";
import { botAbout, botName, outcomeText, refusalText, spoken, Words } from "./words";

const plain = (text: string) => text.replace(/[\u2068\u2069\uFE0E]/g, "");
const seat = (number: number, name: string, kind: SeatInfo["kind"] = "person"): SeatInfo => ({
  seat: number,
  team: number,
  kind,
  name,
  bot: null,
  here: true,
});
const SEATS = [seat(1, "Aino"), seat(2, "", "bot")];

beforeAll(() => {
  const folder = "../src/sarja/locales/en";
  const files = ["web", "rules", "bots"].map((name) => readFileSync(`${folder}/${name}.ftl`, "utf8"));
  useTexts([["en", files.join("\n")]]);
});

function said(log: [number | null, string][], you: number | null = null): string {
  const words = new Words(small, SEATS, you);
  return plain(readLog(log, 2, []).map((entry) => words.entry(entry)).join(" "));
}

test("moves are told with the names of those who make them", () => {
  expect(said([[1, "2S@b1"]])).toBe("Aino plays 2♠ on b1.");
  expect(said([[2, "2S@b1"]])).toBe("Bot 2 plays 2♠ on b1.");
  expect(said([[1, "2S@b1"]], 1)).toBe("You play 2♠ on b1.");
});

test("a wild card and a sum tell what their space shows", () => {
  expect(said([[1, "JC@c1"]])).toContain("a wild card, on c1, which shows 10♥");
  expect(said([[1, "7+5@c2"]])).toBe("Aino plays 7+5 on c2, which shows 12.");
});

test("a removal tells whose chip goes", () => {
  const log: [number | null, string][] = [
    [2, "2S@b1"],
    [1, "JHxb1"],
  ];
  expect(said(log)).toContain("Aino plays J♥ and takes the chip of Green off b1");
});

test("a choice of lines asks for as many as a sequence has, in plain words", () => {
  const asked = plain(new Words(small, SEATS, 1).note("ChoiceOpened", 1, null));
  expect(asked).toBe("Your chip makes a longer line than counts: which three are the sequence?");
  expect(new Words(small, SEATS, 2).note("ChoiceOpened", 1, null)).toBe("");
});

test("table talk is nobody's move", () => {
  expect(said([[null, "!2"]])).toContain("against Green");
});

test("cards are spoken in words", () => {
  expect(plain(spoken("Q♥"))).toBe("queen of hearts");
  expect(plain(spoken("10♠"))).toBe("10 of spades");
  expect(spoken("7+5")).toBe("7+5");
});

test("a refusal says why and cites the rule, the card in symbols", () => {
  const refused = { code: "card-not-held", params: { card: "TH" }, rule: "R8" };
  expect(plain(refusalText(refused, small))).toBe(
    "Not possible: the card 10♥ is not in the hand (R8).",
  );
  expect(plain(refusalText({ code: "no-such-code" }, small))).toContain("no-such-code");
});

test("the end is told for one player, for many, and for none", () => {
  const view = { seats: SEATS } as TableView;
  const won = { winner: 1, reason: "sequences" as const, sequences: [2, 1] };
  expect(plain(outcomeText(view, won, "en"))).toBe("Aino wins for Blue with 2 sequences.");
  const drawn = { winner: null, reason: "blocked" as const, sequences: [1, 1] };
  expect(outcomeText(view, drawn, "en")).toContain("R24");
});

test("a kind of bot has a name and a line, whatever the server calls it", () => {
  expect(botName("casual")).toBe("Casual");
  expect(botName("newcomer")).toBe("Newcomer");
  expect(botAbout("casual")).not.toBe("");
  expect(botAbout("newcomer")).toBe("");
});
