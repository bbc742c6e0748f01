// A finished game as the server tells it, and each of its moments as a view that the board can show.

import type { TableView } from "../protocol";
import { t } from "../texts/texts";
import { parseMove } from "./moves";
import type { Variant } from "./variant";
import { type Outcome, shown, teamName } from "./words";

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

/** A move in short, cards as people see them: `7♠ d6`, `J♠ × e5`, and others in words. */
export function shortMove(text: string, variant: Variant): string {
  const move = parseMove(text);
  switch (move?.kind) {
    case "place":
    case "remove":
      return `${shown(variant.cardText(move.card))} ${move.kind === "remove" ? "× " : ""}${move.space}`;
    case "exchange":
    case "give-up":
      return t(`web-short-${move.kind}`, { card: shown(variant.cardText(move.card)) });
    case "lock":
      return t("web-short-lock", { first: move.first, last: move.last });
    case "pass":
      return t("web-short-pass");
    default:
      return text;
  }
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

/** Between a number and its sign no line ends. */
const NO_BREAK = "\u00A0";
const whole = (chance: number) => Math.round(100 * chance);

/** A chance in whole percent. */
export function percent(chance: number): string {
  return `${whole(chance)}${NO_BREAK}%`;
}

/** What the chance became more or less by. */
export function points(change: number): string {
  return `${change < 0 ? "−" : "+"}${Math.abs(100 * change).toFixed(1)}${NO_BREAK}%`;
}

/** What a move lost: just as much as lies between the figures that are told before and after it. */
export function lossOf({ before, after }: Judged): string {
  return `${whole(before) - whole(after)}${NO_BREAK}%`;
}

/** So many reasons are told for a better move. */
const MOST_REASONS = 2;
/** What says no more than the move itself does, and what speaks against it. */
const UNTOLD = new Set(["exchanges-dead", "locks", "spends-jack", "kills-own-card"]);

/** What had been better than the move, and why; or that nothing was. */
export function better(judged: Judged, variant: Variant): string {
  const best = judged.best[0];
  if (!best || judged.verdict === null) return t("web-analysis-best");
  const reasons = judged.reasons
    .filter(({ code }) => !UNTOLD.has(code))
    .slice(0, MOST_REASONS)
    .map(({ code, params }) => {
      const told = { ...params };
      const { card, team } = params;
      if (typeof card === "string") told["card"] = shown(variant.cardText(card));
      if (typeof team === "number") told["team"] = teamName(team);
      return t(`advice-${code}`, told);
    });
  const told = { move: shortMove(best.move, variant), chance: percent(best.chance), reasons: reasons.join(", ") };
  return t(reasons.length > 0 ? "web-analysis-better-because" : "web-analysis-better", told);
}

/** In which row over the curve each sign stands, so that none covers another: the lowest that is free. */
export function rowsOf(places: readonly number[], wide: number, most: number): number[] {
  const ends: number[] = [];
  return places.map((x) => {
    const free = Array.from({ length: most }, (_, row) => row).find((row) => x >= (ends[row] ?? -Infinity));
    const row = free ?? most - 1;
    ends[row] = x + wide;
    return row;
  });
}
