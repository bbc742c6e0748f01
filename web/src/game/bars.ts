// Where the bar over a sequence begins and ends, in spaces from the board's top left corner.

import type { Variant } from "./variant";

export interface Bar {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** The bar from the first to the last of the spaces, from middle to middle. */
export function barOver(variant: Variant, spaces: readonly string[]): Bar | null {
  const first = variant.space(spaces[0] ?? "");
  const last = variant.space(spaces.at(-1) ?? "");
  if (!first || !last) return null;
  return {
    x1: first.column + 0.5,
    y1: first.row + 0.5,
    x2: last.column + 0.5,
    y2: last.row + 0.5,
  };
}

/** The spaces of the straight line between two spaces, both included. */
export function spacesBetween(variant: Variant, first: string, last: string): string[] {
  const from = variant.space(first);
  const to = variant.space(last);
  if (!from || !to) return [];
  const steps = Math.max(Math.abs(to.row - from.row), Math.abs(to.column - from.column));
  const down = Math.sign(to.row - from.row);
  const right = Math.sign(to.column - from.column);
  return Array.from({ length: steps + 1 }, (_, step) => {
    const at = (from.row + down * step) * variant.data.columns + from.column + right * step;
    return variant.spaces[at]?.name ?? "";
  });
}
