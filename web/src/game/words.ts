// Players, cards, moves and events in words.

import type { NumberedEvent, SeatInfo, TableView } from "../protocol";
import { hasText, language, t } from "../texts/texts";
import type { Entry } from "./history";
import type { Variant } from "./variant";

const SUITS: Record<string, string> = {
  "♠": "spades",
  "♥": "hearts",
  "♦": "diamonds",
  "♣": "clubs",
};
const TEAMS = ["blue", "green", "red"];
/** A symbol as text, never as a coloured picture. */
const AS_TEXT = "\uFE0E";

export interface Outcome {
  winner: number | null;
  reason: "sequences" | "blocked";
  sequences: number[];
}

/** Printed text of a card or space, as a reader sees it. */
export function shown(text: string): string {
  return text.replace(/[♠♥♦♣]/g, (suit) => suit + AS_TEXT);
}

/** Printed text of a card or space, as it is spoken: 7♠ is seven of spades. */
export function spoken(text: string): string {
  const suit = SUITS[text.slice(-1)];
  return suit ? t("web-spoken-card", { rank: text.slice(0, -1), suit }) : text;
}

export class Words {
  constructor(
    private readonly variant: Variant,
    private readonly seats: readonly SeatInfo[],
    private readonly you: number | null,
    /** How printed text is written: for eyes or for ears. */
    private readonly print: (text: string) => string = shown,
  ) {}

  player(seat: number): string {
    return playerName(this.seats[seat - 1], seat);
  }

  team(team: number): string {
    return teamName(team);
  }

  card(code: string): string {
    return this.print(this.variant.cardText(code));
  }

  label(space: string): string {
    return this.print(this.variant.space(space)?.text ?? "");
  }

  /** What the move did, a sentence for it and one for each sequence that it finished. */
  entry(entry: Entry): string {
    const sequences = entry.sequences.map(({ team, spaces }) =>
      t("web-said-sequence", { team: this.team(team), spaces: spaces.join(" ") }),
    );
    return [this.move(entry), ...sequences].join(" ");
  }

  private move({ seat, move, taken }: Entry): string {
    const who = { you: seat !== null && seat === this.you ? "yes" : "no", player: "" };
    if (seat !== null) who.player = this.player(seat);
    switch (move.kind) {
      case "place": {
        const [card, label] = [this.card(move.card), this.label(move.space)];
        const wild = this.variant.effect(move.card) === "wild";
        // The space chosen is the call: everybody is told what it shows (R9).
        const key = wild ? "wild" : card === label ? "placed" : "answer";
        return t(`web-said-${key}`, { ...who, card, label, space: move.space });
      }
      case "remove":
        return t("web-said-removed", {
          ...who,
          card: this.card(move.card),
          label: this.label(move.space),
          space: move.space,
          team: taken === null ? "" : this.team(taken),
        });
      case "exchange":
        return t("web-said-exchanged", { ...who, card: this.card(move.card) });
      case "give-up":
        return t("web-said-given-up", { ...who, card: this.card(move.card) });
      case "lock":
        return t("web-said-locked", { ...who, first: move.first, last: move.last });
      case "pass":
        return t("web-said-passed", who);
      case "draw":
        return t("web-said-drew", who);
      case "talk":
        return t("web-said-talk", { team: this.team(move.team) });
    }
  }

  /** What a move brought, beside what everybody sees; empty for what goes without saying. */
  note(kind: string, seat: number | null, card: string | null): string {
    return this.gameEvent({ type: kind, seat, card });
  }

  /** A phrase or a sign, and whose. */
  saying(seat: number, what: string): string {
    return t("web-said-say", { player: this.player(seat), what: t(`web-saying-${what}`) });
  }

  /** How the game began: who cut which card, and who deals (R4). */
  opening(number: number, dealer: number, cut: readonly (readonly (string | null)[])[]): string[] {
    const list = new Intl.ListFormat(language(), { type: "conjunction" });
    const rounds = cut.map((round, at) => {
      const cards = round.flatMap((card, seat) =>
        card === null
          ? []
          : [t("web-said-cut-card", { player: this.player(seat + 1), card: this.card(card) })],
      );
      return t(at === 0 ? "web-said-cut" : "web-said-cut-again", { cards: list.format(cards) });
    });
    const key = rounds.length > 0 ? "web-said-lowest" : "web-said-started";
    return [...rounds, t(key, { number, dealer: this.player(dealer) })];
  }

  /** That a deck lies as it does, by the beginning of the hash that commits to it. */
  committed(hash: string): string {
    return t("web-said-committed", { hash: shortHash(hash) });
  }

  /** What else happened, beside the moves; empty for what goes without saying. */
  event({ event }: NumberedEvent): string {
    switch (event?.type) {
      case "SeatTaken":
        return t("web-said-sat", { player: event.name, seat: event.seat });
      case "SeatVacated":
        return t("web-said-stood", { seat: event.seat });
      case "BotSeated":
        return t("web-said-bot", { seat: event.seat });
      case "StandInSeated":
      case "StandInLeft":
        return t(event.type === "StandInLeft" ? "web-said-back" : "web-said-stand-in", {
          you: event.seat === this.you ? "yes" : "no",
          player: this.player(event.seat),
        });
      case "RequestMade":
      case "RequestAgreed":
      case "RequestDropped":
        return t(`web-said-${event.type}`, {
          you: event.seat === this.you ? "yes" : "no",
          player: this.player(event.seat),
          what: event.type === "RequestMade" ? event.what : "",
        });
      case "TalkCalled":
      case "TalkJudged":
      case "TalkDropped":
        return t(`web-said-${event.type}`, {
          you: event.seat === this.you ? "yes" : "no",
          player: this.player(event.seat),
          team: event.type === "TalkJudged" ? "" : this.team(event.team),
          agrees: event.type === "TalkJudged" && event.agrees ? "yes" : "no",
        });
      case "Said":
        return this.saying(event.seat, event.what);
      case "GamePaused":
      case "GameResumed":
      case "GameCalledOff":
        return t(`web-said-${event.type}`);
      case "ClockRanOut":
        return t(event.bot ? "web-said-time-bot" : "web-said-time-up", {
          you: event.seat === this.you ? "yes" : "no",
          player: this.player(event.seat),
        });
      case "SeatRenamed":
        return t("web-said-renamed", { player: event.name, seat: event.seat });
      case "SeatsSwapped":
        return t("web-said-swapped", { first: event.first, second: event.second });
      case "SettingsChanged":
        return t("web-said-settings");
      case "SpectatorsChanged":
        return t("web-said-spectators", { spectators: event.spectators });
      case "ScreenAdded":
        return t("web-said-screen");
      case "GameStarted":
        return this.opening(event.number, event.dealer, event.cut).join(" ");
      case "LobbyEntered":
        return t("web-said-lobby");
      case "GameEvent":
        return this.gameEvent(event.event);
      default:
        return "";
    }
  }

  private gameEvent(event: Record<string, unknown>): string {
    const own = event["seat"] === this.you && this.you !== null;
    switch (event["type"]) {
      case "Drawn":
        if (!own || typeof event["card"] !== "string") return "";
        return t("web-said-you-drew", { card: this.card(event["card"]) });
      case "DrewNothing":
        return own ? t("web-said-nothing-to-draw") : "";
      case "Reshuffled":
        return t("web-said-reshuffled");
      case "TalkDropped": {
        const seat = Number(event["seat"]);
        return t("web-said-TalkDropped", { you: own ? "yes" : "no", player: this.player(seat) });
      }
      case "ChoiceOpened":
        return own ? t("web-choose-line", { length: this.variant.data.line_length }) : "";
      case "TurnBegan":
        return own ? t("web-your-turn") : "";
      default:
        return "";
    }
  }
}

/** The beginning of a hash, in groups that can be compared by eye. */
export function shortHash(hash: string): string {
  return hash.slice(0, 16).replace(/.{4}(?=.)/g, "$& ");
}

export function playerName(seat: SeatInfo | undefined, number: number): string {
  if (seat?.kind === "bot") return t("web-bot", { seat: number });
  return seat?.name || t("web-seat", { seat: number });
}

/** What is to be said of a person who is gone, as a key of the catalogue; empty where all is well. */
export function absenceOf(seat: SeatInfo, own: boolean): string {
  if (seat.stand_in) return "web-bot-plays";
  if (seat.kind !== "person" || own) return "";
  return seat.away ? "web-away" : seat.here ? "" : "web-lost";
}

/** The name of a kind of bot; what the catalogue does not name goes by its own. */
export function botName(kind: string): string {
  const key = `web-bot-name-${kind}`;
  return hasText(key) ? t(key) : kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** A line on what a kind of bot does, or nothing. */
export function botAbout(kind: string): string {
  const key = `bot-${kind}`;
  return hasText(key) ? t(key) : "";
}

export function teamName(team: number): string {
  return t(`web-team-${TEAMS[team - 1] ?? "none"}`);
}

/** The players of the team as a list in words. */
export function playersOf(view: TableView, team: number, language: string): string {
  const names = view.seats.filter((seat) => seat.team === team);
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  return list.format(names.map((seat) => playerName(seat, seat.seat)));
}

/** How the game ended, for the viewer. */
export function outcomeText(view: TableView, outcome: Outcome, language: string): string {
  if (outcome.winner === null) return t("web-end-drawn");
  return t(outcome.reason === "blocked" ? "web-end-blocked" : "web-end-won", {
    team: teamName(outcome.winner),
    players: playersOf(view, outcome.winner, language),
    number: view.seats.filter((seat) => seat.team === outcome.winner).length,
    count: outcome.sequences[outcome.winner - 1] ?? 0,
  });
}

/** Why something was refused, in words, with the rule that says so. */
export function refusalText(
  refused: { code: string; params?: Record<string, string | number>; rule?: string | null },
  variant: Variant | null,
): string {
  const params = { ...refused.params };
  const card = params["card"];
  if (typeof card === "string" && variant) params["card"] = shown(variant.cardText(card));
  const key = `error-${refused.code}`;
  const reason = hasText(key) ? t(key, params) : t("web-refused-unknown", { code: refused.code });
  if (!refused.rule) return t("web-refused", { reason });
  return t("web-refused-rule", { reason, rule: refused.rule });
}

/** How the series stands, in a line; empty where every game stands alone. */
export function seriesText(view: TableView): string {
  const { series } = view;
  if (!series) return "";
  const { games, played, winner } = series;
  const scores = series.wins.map((won, at) => `${teamName(at + 1)} ${won}`).join(", ");
  if (series.over && winner !== null) return t("web-series-won", { team: teamName(winner), scores });
  if (series.over) return t("web-series-drawn", { scores });
  const key = view.stage === "playing" ? "web-series-score" : "web-series-between";
  const text = t(key, { game: view.stage === "playing" ? played + 1 : played, games, scores });
  return series.again && view.stage !== "playing" ? `${text}. ${t("web-series-again")}` : text;
}
