// Asking all for something, and agreeing, for every seat that is on this device.

import type { Done, Refused, TableView } from "../protocol";
import { client } from "./client.svelte";

/** The seats on this device. */
export function ownSeats(view: TableView): number[] {
  const seats = view.yours.filter((seat) => seat !== null);
  return seats.length > 0 || view.you === null ? seats : [view.you];
}

/** Ask all for that; who shares the device with who asks agrees. */
export async function askAll(
  view: TableView,
  what: "pause" | "resume" | "end",
): Promise<Done | Refused> {
  const [first = null, ...others] = ownSeats(view);
  const answer = await client.act({ do: "ask", what }, first);
  if (answer.type === "done") await agreeAs(others);
  return answer;
}

/** Agree for these seats; what is done before the last one has is done. */
export async function agreeAs(seats: readonly number[]): Promise<Done | Refused | null> {
  let answer: Done | Refused | null = null;
  for (const seat of seats) {
    const next = await client.act({ do: "agree" }, seat);
    if (next.type === "refused" && answer) break;
    answer = next;
  }
  return answer;
}
