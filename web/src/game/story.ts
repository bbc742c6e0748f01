// A game told from its beginning, line by line: the cut, the moves, and what they brought.

import type { GameView, TableView } from "../protocol";
import { t } from "../texts/texts";
import type { Entry } from "./history";
import type { Words } from "./words";

export interface Line {
  /** The number of the move; null where the line tells of no move. */
  number: number | null;
  /** Whose chip stands before it. */
  seat: number | null;
  text: string;
  strong: boolean;
}

/** All lines, the first one first. A draw by hand is told by its card where that is known. */
export function tellStory(
  game: GameView,
  entries: readonly Entry[],
  words: Words,
  said: TableView["said"] = [],
): Line[] {
  const notes = new Map<number, string[]>();
  let reshuffles = 0;
  for (const [after, kind, seat, card] of game.notes) {
    const text = words.note(kind, seat, card);
    if (text) notes.set(after, [...(notes.get(after) ?? []), text]);
    // The first hash is that of the deal, the others are those of the reshuffles in their order.
    const hash = kind === "Reshuffled" ? game.commitments[++reshuffles] : undefined;
    if (hash) notes.get(after)?.push(words.committed(hash));
  }
  const quiet = (text: string): Line => ({ number: null, seat: null, text, strong: false });
  const spoken = (after: number): Line[] =>
    said.flatMap(([moves, seat, what]) =>
      moves === after ? [{ number: null, seat, text: words.saying(seat, what), strong: false }] : [],
    );
  const lines = words.opening(game.number, game.dealer, game.cut).map(quiet);
  if (game.commitments[0]) lines.push(quiet(words.committed(game.commitments[0])));
  lines.push(...(notes.get(0) ?? []).map(quiet), ...spoken(0));
  for (const entry of entries) {
    const { number, seat } = entry;
    const brought = notes.get(number) ?? [];
    const drawn = entry.move.kind === "draw" ? brought.at(-1) : undefined;
    const told = drawn ?? words.entry(entry);
    const text = game.stood_in.includes(number) ? t("web-said-by-bot", { text: told }) : told;
    const move = { number, seat, text, strong: entry.sequences.length > 0 };
    // For a card drawn by hand the deck may have to be made anew first.
    if (drawn !== undefined) lines.push(...brought.slice(0, -1).map(quiet), move);
    else lines.push(move, ...brought.map(quiet));
    lines.push(...spoken(number));
  }
  return lines;
}
