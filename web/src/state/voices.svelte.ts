// What is said at the table just now, and whom the person at this browser does not want to hear.

import { recall, remember } from "../net/memory";
import type { NumberedEvent, Said, TableView } from "../protocol";

const KEY = "muted";
/** So many are remembered; the first ones are forgotten then. */
const KEPT = 100;
/** So long a phrase stands at its seat: milliseconds. */
const SHOWN = 6000;

type Saying = Said["what"];

class Voices {
  /** By seat what it has just said. */
  now: Record<number, Saying> = $state.raw({});
  private muted: string[] = $state.raw(kept());
  private clocks = new Map<number, ReturnType<typeof setTimeout>>();

  /** Whether the person who sits there is to be heard in this browser. */
  hears(view: TableView, seat: number): boolean {
    return !this.muted.includes(nameOf(view, seat));
  }

  /** Hear the person who sits there no more, or again. */
  mute(view: TableView, seat: number, silent: boolean): void {
    const name = nameOf(view, seat);
    const others = this.muted.filter((one) => one !== name);
    this.muted = (silent ? [...others, name] : others).slice(-KEPT);
    remember(KEY, this.muted.length > 0 ? JSON.stringify(this.muted) : null);
    if (silent) this.fall(seat);
  }

  /** The events without what muted people say; what is new of the rest stands at its seat for a while. */
  listen(view: TableView, events: readonly NumberedEvent[], after: number): NumberedEvent[] {
    return events.filter(({ number, event }) => {
      if (event?.type !== "Said") return true;
      if (!this.hears(view, event.seat)) return false;
      if (number > after) this.raise(event.seat, event.what);
      return true;
    });
  }

  private raise(seat: number, what: Saying): void {
    clearTimeout(this.clocks.get(seat));
    this.now = { ...this.now, [seat]: what };
    this.clocks.set(seat, setTimeout(() => this.fall(seat), SHOWN));
  }

  private fall(seat: number): void {
    const { [seat]: _, ...others } = this.now;
    this.now = others;
  }
}

/** Who sits there, wherever at that table; somebody who comes anew is somebody else. */
function nameOf(view: TableView, seat: number): string {
  return `${view.table}/${view.seats[seat - 1]?.person ?? ""}`;
}

function kept(): string[] {
  try {
    const muted: unknown = JSON.parse(recall(KEY) ?? "[]");
    return Array.isArray(muted) ? (muted as string[]) : [];
  } catch {
    return [];
  }
}

export const voices = new Voices();
