// Moves as text (docs/notation.md): reading them, and writing those that a person asks for.

import type { Effect } from "./variant";

export type Move =
  | { kind: "place" | "remove"; card: string; space: string }
  | { kind: "exchange"; card: string }
  | { kind: "give-up"; card: string; seat: number }
  | { kind: "lock"; first: string; last: string }
  | { kind: "pass" }
  | { kind: "draw"; seat: number }
  | { kind: "talk"; team: number };

const SPACE = "[a-t][0-9]{1,2}";
const MOVE = new RegExp(
  "^(?:(?<seat>[0-9]+):)?" +
    `(?:(?<card>[A-Z0-9+*/.?_-]+)(?:(?<how>[@x])(?<space>${SPACE})|(?<hash>#)|(?<bang>!))` +
    `|=(?<first>${SPACE})-(?<last>${SPACE})|(?<pass>-)|(?<draw>\\+)|!(?<team>[0-9]+))$`,
);

/** The move that the text stands for, or null where it stands for none. */
export function parseMove(text: string): Move | null {
  const found = MOVE.exec(text)?.groups;
  if (!found) return null;
  const { seat, card, how, space, first, last, team } = found;
  if (card && space) return { kind: how === "x" ? "remove" : "place", card, space };
  if (card && found["hash"]) return { kind: "exchange", card };
  if (card && found["bang"]) return { kind: "give-up", card, seat: Number(seat) };
  if (first && last) return { kind: "lock", first, last };
  if (found["pass"]) return { kind: "pass" };
  if (found["draw"]) return { kind: "draw", seat: Number(seat) };
  if (team) return { kind: "talk", team: Number(team) };
  return null;
}

/** What to send when the card is played on the space; whether it may be is the server's to say. */
export function playText(card: string, space: string, effect: Effect): string {
  return `${card}${effect === "remove" ? "x" : "@"}${space}`;
}

/** The moves that a viewer may make, sorted by what the page does with them. */
export interface Choices {
  /** The spaces on which each card may be played, where the table shows them. */
  spaces: Map<string, string[]>;
  exchanges: Set<string>;
  giveUps: Map<string, string>;
  lines: { text: string; first: string; last: string }[];
  pass: boolean;
  draw: string | null;
  talks: { text: string; team: number }[];
}

export function sortMoves(may: readonly string[]): Choices {
  const choices: Choices = {
    spaces: new Map(),
    exchanges: new Set(),
    giveUps: new Map(),
    lines: [],
    pass: false,
    draw: null,
    talks: [],
  };
  for (const text of may) {
    const move = parseMove(text);
    switch (move?.kind) {
      case "place":
      case "remove":
        choices.spaces.set(move.card, [...(choices.spaces.get(move.card) ?? []), move.space]);
        break;
      case "exchange":
        choices.exchanges.add(move.card);
        break;
      case "give-up":
        choices.giveUps.set(move.card, text);
        break;
      case "lock":
        choices.lines.push({ text, first: move.first, last: move.last });
        break;
      case "pass":
        choices.pass = true;
        break;
      case "draw":
        choices.draw = text;
        break;
      case "talk":
        choices.talks.push({ text, team: move.team });
        break;
      case undefined:
        break;
    }
  }
  return choices;
}
