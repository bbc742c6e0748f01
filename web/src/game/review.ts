// A finished game as the server tells it, and each of its moments as a view that the board can show.

import type { TableView } from "../protocol";
import { parseMove } from "./moves";
import type { Variant } from "./variant";
import { type Outcome, shown } from "./words";

export interface About {
  id: string;
  number: number;
  variant: string;
  teams: number;
  dealer: number;
  help: "spaces" | "none";
  draw: "auto" | "manual";
  table_talk: "off" | "penalty";
  target: number;
  ended_at: number;
  seats: { seat: number; team: number; kind: "open" | "person" | "bot"; name: string; bot: string | null }[];
  cut: (string | null)[][];
  commitments: { hash: string; salt: string }[];
  log: [number | null, string][];
  stood_in: number[];
  steps: number;
  outcome: Outcome;
}

export interface Step {
  seat: number | null;
  move: string | null;
  ply: number;
  phase: "play" | "choose" | "forfeit" | "over";
  turn: number | null;
  owed: number[];
  board: string[];
  locked: string[];
  sequences: { team: number; spaces: string[] }[];
  hands: string[][];
  discards: string[][];
  deck: number;
  outcome: Outcome | null;
}

export interface Steps {
  from: number;
  of: number;
  steps: Step[];
}

/** The moment after so many moves, as somebody sees it who has no seat. */
export function viewAt(about: About, step: Step, at: number): TableView {
  return {
    table: "",
    lesson: false,
    code: "",
    version: at,
    stage: step.outcome ? "over" : "playing",
    settings: { variant: about.variant, seats: about.seats.length },
    variant: about.variant,
    teams: about.teams,
    help: about.help,
    draw: about.draw,
    table_talk: about.table_talk,
    seats: about.seats.map((seat) => ({ ...seat, here: true })),
    host: null,
    screens: 0,
    clock: null,
    paused: false,
    request: null,
    vote: null,
    said: [],
    series: null,
    you: null,
    yours: [],
    game: {
      number: about.number,
      dealer: about.dealer,
      ply: step.ply,
      phase: step.phase,
      turn: step.turn,
      owed: step.owed,
      board: step.board,
      locked: step.locked,
      sequences: step.sequences as unknown as Record<string, unknown>[],
      discards: step.discards,
      hand_sizes: step.hands.map((hand) => hand.length),
      deck: step.deck,
      target: about.target,
      outcome: step.outcome as unknown as Record<string, unknown> | null,
      review: null,
      log: about.log.slice(0, at),
      stood_in: about.stood_in,
      notes: [],
      cut: about.cut,
      commitments: about.commitments.map(({ hash }) => hash),
      hand: [],
      dead: [],
      may: [],
      hands: [],
    },
  };
}

/** A move in short, cards as people see them: `7♠ d6`, `J♠ × e5`; rare ones as the record has them. */
export function shortMove(text: string, variant: Variant): string {
  const move = parseMove(text);
  if (move?.kind !== "place" && move?.kind !== "remove") return text;
  return `${shown(variant.cardText(move.card))} ${move.kind === "remove" ? "× " : ""}${move.space}`;
}

// The analysis (docs/analysis.md)

export type Verdict = "inaccuracy" | "mistake" | "blunder";

export interface Judged {
  number: number;
  move: string;
  seat: number;
  team: number;
  before: number;
  after: number;
  loss: number;
  verdict: Verdict | null;
  best: { move: string; chance: number }[];
  reasons: { code: string; params: Record<string, string | number> }[];
}

export interface Analysis {
  plies: number;
  simulations: number;
  teams: number;
  outcome: Outcome | null;
  moves: Judged[];
  luck: { team: number; jacks: number; jacks_expected: number; deal: number; draws: number }[];
}

export type AnalysisState =
  | { state: "off" | "none" | "failed" }
  | { state: "waiting"; before: number }
  | { state: "running"; done: number; of: number }
  | { state: "done"; analysis: Analysis };

/** How marks of books on games call what went wrong. */
export const SIGNS: Record<Verdict, string> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** A team's chances over the moves, as its own seats saw them, and how it ended. */
export function curveOf(found: Analysis, team: number): [number, number][] {
  const points: [number, number][] = found.moves
    .filter((judged) => judged.team === team)
    .flatMap(({ number, before, after }): [number, number][] => [
      [number - 1, before],
      [number, after],
    ]);
  if (found.outcome) {
    const { winner } = found.outcome;
    points.push([found.plies, winner === null ? 1 / found.teams : Number(winner === team)]);
  }
  return points;
}
