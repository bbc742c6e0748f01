// A tap near a space that the chosen card may go to is meant for it: fingers are wider than spaces.

export interface Point {
  x: number;
  y: number;
}

/** How far from the edge of a space, in spaces, a tap still counts. */
const REACH = 0.6;
/** How much nearer the first must be than the second; else the tap is anybody's guess. */
const CLEARLY = 0.25;

/**
 * The target that the tap is meant for, or null where there is none or it could be two.
 * `tap` and the targets' top left corners are in spaces from the board's top left corner.
 */
export function aimedAt<T extends Point>(tap: Point, targets: readonly T[]): T | null {
  const ranked = targets
    .map((target) => ({ target, distance: distanceTo(tap, target) }))
    .filter(({ distance }) => distance <= REACH)
    .sort((one, other) => one.distance - other.distance);
  const [first, second] = ranked;
  if (!first) return null;
  if (first.distance > 0 && second && second.distance - first.distance < CLEARLY) return null;
  return first.target;
}

function distanceTo(tap: Point, space: Point): number {
  const dx = Math.max(space.x - tap.x, 0, tap.x - space.x - 1);
  const dy = Math.max(space.y - tap.y, 0, tap.y - space.y - 1);
  return Math.hypot(dx, dy);
}
