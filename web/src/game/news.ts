// What is new since an earlier view of the table, in words for those who listen.

import type { NumberedEvent, TableView } from "../protocol";
import { language } from "../texts/texts";
import { readLog, type Sequence } from "./history";
import type { Variant } from "./variant";
import { type Outcome, outcomeText, spoken, Words } from "./words";

/**
 * The texts to be told, in order. Moves come from the log, for after a lost connection the events
 * may be missing; the rest comes from the events.
 */
export function news(
  before: TableView,
  view: TableView,
  events: readonly NumberedEvent[],
  variant: Variant,
): string[] {
  const words = new Words(variant, view.seats, view.you, spoken);
  const { game } = view;
  const texts: string[] = [];
  if (game && before.game) {
    const known = game.number === before.game.number ? before.game.log.length : 0;
    const sequences = game.sequences as unknown as Sequence[];
    for (const entry of readLog(game.log, view.teams, sequences)) {
      if (entry.number > known) texts.push(words.entry(entry));
    }
  }
  for (const event of events) {
    if (event.number > before.version) texts.push(words.event(event));
  }
  if (game?.outcome && !before.game?.outcome) {
    texts.push(outcomeText(view, game.outcome as unknown as Outcome, language()));
  }
  return texts.filter(Boolean);
}
