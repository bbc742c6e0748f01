// Who has answered what was asked of all, and for whom it waits.

import type { TableView } from "../protocol";
import { language, t } from "../texts/texts";
import { playerName } from "./words";

/** The names at these seats, as a list in words. */
export function namesOf(view: TableView, seats: readonly number[]): string {
  const list = new Intl.ListFormat(language(), { type: "conjunction" });
  return list.format(seats.map((seat) => playerName(view.seats[seat - 1], seat)));
}

/** Who has agreed, and for whom it waits; what nobody does is not said. */
export function answersText(
  view: TableView,
  agreed: readonly number[],
  waits: readonly number[],
): string {
  const parts = [];
  if (agreed.length > 0) parts.push(t("web-request-agreed", { players: namesOf(view, agreed) }));
  if (waits.length > 0) parts.push(t("web-request-waits", { players: namesOf(view, waits) }));
  return parts.join(" ");
}
