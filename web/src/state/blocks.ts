// Whom the account of this browser has blocked is not heard at the table, either.

import type { TableView } from "../protocol";
import { account } from "./account.svelte";
import { voices } from "./voices.svelte";

/** The seats where somebody sits who is blocked; from now on they are mute here. */
export async function muteBlocked(view: TableView): Promise<number[]> {
  const answer = await account.ask<{ seats: number[] }>(`/blocks?table=${encodeURIComponent(view.table)}`);
  if (!answer.ok) return [];
  for (const seat of answer.data.seats) {
    if (voices.hears(view, seat)) voices.mute(view, seat, true);
  }
  return answer.data.seats;
}
