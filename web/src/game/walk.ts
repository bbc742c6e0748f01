// Walking over the board with the keyboard: where a key leads from a space.

import type { Space, Variant } from "./variant";

const STEPS: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The space that an arrow, Home or End leads to; with `far` to the edge. Null for other keys. */
export function walk(variant: Variant, from: Space, key: string, far: boolean): Space | null {
  const { rows, columns } = variant.data;
  const at = (row: number, column: number) => variant.spaces[row * columns + column] ?? null;
  if (key === "Home") return at(far ? 0 : from.row, 0);
  if (key === "End") return at(far ? rows - 1 : from.row, columns - 1);
  const step = STEPS[key];
  if (!step) return null;
  const reach = far ? Math.max(rows, columns) : 1;
  const clamp = (value: number, limit: number) => Math.min(Math.max(value, 0), limit - 1);
  return at(clamp(from.row + step[0] * reach, rows), clamp(from.column + step[1] * reach, columns));
}

/** Keys typed within this many milliseconds belong together: 1, 2 is twelve. */
export const TYPING_PAUSE = 900;

/** What has been typed on the board: letters and digits, forgotten after a pause. */
export class Typing {
  private text = "";
  private last = -Infinity;

  /** The texts to look for after this key, the longest first. */
  add(key: string, now: number): string[] {
    const fresh = now - this.last > TYPING_PAUSE;
    this.text = fresh ? key : this.text + key;
    this.last = now;
    return this.text === key ? [key] : [this.text, key];
  }

  /** Start anew with that key: what was typed before led nowhere. */
  restart(key: string): void {
    this.text = key;
  }
}

/**
 * The next space, in reading order after `from` and round again, that shows what was typed.
 * While more is typed (`1`, then `2`) the present space counts too, if it still fits.
 */
export function nextShowing(variant: Variant, from: Space, typed: string): Space | null {
  const start = variant.spaces.indexOf(from);
  const count = variant.spaces.length;
  const wanted = typed.toUpperCase();
  const first = wanted.length > 1 ? 0 : 1;
  for (let step = first; step < count + first; step++) {
    const space = variant.spaces[(start + step) % count];
    if (space && !space.corner && shows(space, wanted)) return space;
  }
  return null;
}

function shows(space: Space, wanted: string): boolean {
  return space.label.toUpperCase().startsWith(wanted) || space.text.startsWith(wanted);
}
