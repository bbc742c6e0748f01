import { expect, test } from "vitest";
import { parseMove, playText, sortMoves } from "./moves";

test("every move of the notation is read", () => {
  expect(parseMove("7H@d6")).toEqual({ kind: "place", card: "7H", space: "d6" });
  expect(parseMove("JSxe5")).toEqual({ kind: "remove", card: "JS", space: "e5" });
  expect(parseMove("12-7@t20")).toEqual({ kind: "place", card: "12-7", space: "t20" });
  expect(parseMove("7H#")).toEqual({ kind: "exchange", card: "7H" });
  expect(parseMove("=a1-e1")).toEqual({ kind: "lock", first: "a1", last: "e1" });
  expect(parseMove("-")).toEqual({ kind: "pass" });
  expect(parseMove("2:+")).toEqual({ kind: "draw", seat: 2 });
  expect(parseMove("!1")).toEqual({ kind: "talk", team: 1 });
  expect(parseMove("3:7H!")).toEqual({ kind: "give-up", card: "7H", seat: 3 });
  expect(parseMove("2:7H@d6")).toEqual({ kind: "place", card: "7H", space: "d6" });
});

test("what is no move is none", () => {
  for (const text of ["", "7H", "7H@z9", "=a1", "2:", "hello"]) expect(parseMove(text)).toBeNull();
});

test("a card that removes is written with an x", () => {
  expect(playText("JS", "e5", "remove")).toBe("JSxe5");
  expect(playText("JC", "e5", "wild")).toBe("JC@e5");
});

test("moves are sorted by what the page does with them", () => {
  const may = ["7H@d6", "7H@i5", "AS#", "-", "=a1-e1", "=b1-f1", "2:+", "!1", "2:7H!"];
  const choices = sortMoves(may);
  expect(choices.spaces.get("7H")).toEqual(["d6", "i5"]);
  expect([...choices.exchanges]).toEqual(["AS"]);
  expect(choices.lines.map(({ text }) => text)).toEqual(["=a1-e1", "=b1-f1"]);
  expect(choices).toMatchObject({ pass: true, draw: "2:+", talks: [{ text: "!1", team: 1 }] });
  expect(choices.giveUps.get("7H")).toBe("2:7H!");
});
