// The log of a game, read again move by move: what each move did, and which spaces it touched.

import { type Move, parseMove } from "./moves";
import { CORNER, type Variant } from "./variant";

export interface Sequence {
  team: number;
  spaces: string[];
}

export interface Entry {
  /** From 1, as the log counts. */
  number: number;
  seat: number | null;
  move: Move;
  /** The team whose chip a removal took off. */
  taken: number | null;
  /** The sequences that this move finished. */
  sequences: Sequence[];
}

export function teamOf(seat: number, teams: number): number {
  return ((seat - 1) % teams) + 1;
}

/** The log's entries, each with what it did; texts that stand for no move are left out. */
export function readLog(
  log: readonly (readonly [number | null, string])[],
  teams: number,
  sequences: readonly Sequence[],
): Entry[] {
  const chips = new Map<string, number>();
  const entries: Entry[] = [];
  log.forEach(([seat, text], index) => {
    const move = parseMove(text);
    if (!move) return;
    let taken: number | null = null;
    if (move.kind === "place" && seat !== null) chips.set(move.space, teamOf(seat, teams));
    if (move.kind === "remove") {
      taken = chips.get(move.space) ?? null;
      chips.delete(move.space);
    }
    entries.push({ number: index + 1, seat, move, taken, sequences: [] });
  });
  for (const sequence of sequences) finishing(entries, sequence)?.sequences.push(sequence);
  return entries;
}

/** The move that finished the sequence: the last chip laid on it, or the choice of just this line. */
function finishing(entries: readonly Entry[], sequence: Sequence): Entry | undefined {
  const spaces = new Set(sequence.spaces);
  const first = sequence.spaces[0];
  const last = sequence.spaces.at(-1);
  const laid = entries.findLastIndex(
    ({ move }) => move.kind === "place" && spaces.has(move.space),
  );
  for (let at = laid + 1; at < entries.length; at++) {
    const move = entries[at]?.move;
    if (move?.kind !== "lock") break;
    if (move.first === first && move.last === last) return entries[at];
  }
  return entries[laid];
}

export interface Marks {
  /** The space of the last move on the board. */
  last: string | null;
  /** Spaces touched since the viewer's own last turn, the last one too. */
  since: Set<string>;
}

/** What has happened on the board since the viewer's last turn; a spectator sees the last round. */
export function findMarks(entries: readonly Entry[], you: number | null, seats: number): Marks {
  const played = entries.filter(({ move }) => move.kind === "place" || move.kind === "remove");
  const own = you === null ? -1 : played.findLastIndex(({ seat }) => seat === you);
  const from = you === null ? Math.max(0, played.length - seats) : own + 1;
  const touched = played.slice(from).map(({ move }) => spaceOf(move));
  return { last: spaceOf(played.at(-1)?.move) || null, since: new Set(touched) };
}

function spaceOf(move: Move | undefined): string {
  return move && "space" in move ? move.space : "";
}

/** The chips on the board by space: the team's number. */
export function chipsOn(board: readonly string[], variant: Variant): Map<string, number> {
  return teamsAt(board, variant, (sign) => Number(sign) || 0);
}

/** The locked chips on the board. */
export function lockedOn(locked: readonly string[], variant: Variant): Set<string> {
  return new Set(teamsAt(locked, variant, (sign) => (sign === "#" ? 1 : 0)).keys());
}

function teamsAt(
  rows: readonly string[],
  variant: Variant,
  read: (sign: string) => number,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const { name, row, column } of variant.spaces) {
    const sign = rows[row]?.[column] ?? CORNER;
    if (read(sign)) found.set(name, read(sign));
  }
  return found;
}
