// How long to wait before the next attempt to connect. Chance spreads clients apart, so that a
// server that comes back is not met by all of them at once.

const FIRST = 500;
const LONGEST = 15_000;

/** Milliseconds to wait after so many failed attempts; `random` is from 0 to 1. */
export function waitAfter(attempts: number, random: number, atLeast = 0): number {
  const full = Math.min(LONGEST, FIRST * 2 ** attempts);
  return Math.round(atLeast + full * (0.5 + random / 2));
}
