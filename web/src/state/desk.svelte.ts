// What the person is about to do: the card that is chosen, the line, the refusal that is shown.

import type { Done, Refused } from "../protocol";
import { chipsOn, findMarks, lockedOn, readLog, type Sequence } from "../game/history";
import { type Choices, playText, sortMoves } from "../game/moves";
import type { Outcome } from "../game/words";
import { refusalText } from "../game/words";
import { announcer } from "./announcer.svelte";
import { client } from "./client.svelte";
import { t } from "../texts/texts";

class Desk {
  /** The place in the hand of the chosen card, or -1. */
  chosenAt = $state(-1);
  /** The line that would be locked, by its place among the choices. */
  lineAt = $state(0);
  /** Why the last move was refused. */
  problem = $state("");
  /** The space that the keyboard stands on. */
  standing = $state("a1");

  readonly game = $derived(client.view?.game ?? null);
  readonly hand = $derived(this.game?.hand ?? []);
  readonly card = $derived(this.hand[this.chosenAt] ?? null);
  readonly choices: Choices = $derived(sortMoves(this.game?.may ?? []));
  readonly open = $derived(client.view?.help === "none");
  readonly playing = $derived(client.view?.stage === "playing");
  readonly yours = $derived(
    this.playing && !client.view?.paused && !client.view?.vote && client.view?.you !== null && this.game?.turn === client.view?.you,
  );
  readonly toPlay = $derived(this.yours && this.game?.phase === "play");
  readonly choosing = $derived(this.yours && this.game?.phase === "choose");
  readonly givingUp = $derived(this.yours && this.game?.phase === "forfeit");
  readonly sequences = $derived((this.game?.sequences ?? []) as unknown as Sequence[]);
  readonly outcome = $derived((this.game?.outcome ?? null) as unknown as Outcome | null);
  readonly entries = $derived(
    this.game ? readLog(this.game.log, client.view?.teams ?? 2, this.sequences) : [],
  );
  readonly marks = $derived(
    findMarks(this.entries, client.view?.you ?? null, client.view?.seats.length ?? 2),
  );
  readonly chips = $derived(
    this.game && client.variant ? chipsOn(this.game.board, client.variant) : new Map<string, number>(),
  );
  readonly locked = $derived(
    this.game && client.variant ? lockedOn(this.game.locked, client.variant) : new Set<string>(),
  );
  /** The spaces that the chosen card may go to now, as the server says. */
  readonly lit = $derived(new Set(this.card ? (this.choices.spaces.get(this.card) ?? []) : []));
  /** Where the chosen card is printed, to plan ahead with; nothing where finding it is the game. */
  readonly printed = $derived(this.open || this.toPlay ? new Set<string>() : this.findPrinted());

  choose(at: number): void {
    // A move is on its way.
    if (client.waiting > 0) return;
    this.problem = "";
    this.chosenAt = this.chosenAt === at ? -1 : at;
  }

  /** A space was tapped, or Enter was pressed on it. */
  async tap(space: string): Promise<void> {
    this.standing = space;
    if (!this.toPlay) return this.hint(this.waitingFor());
    if (!this.card || !client.variant) return this.hint(t("web-choose-card-first"));
    await this.play(playText(this.card, space, client.variant.effect(this.card)));
  }

  /** Send the move; what comes back is shown. */
  async play(move: string): Promise<void> {
    if (client.waiting > 0) return;
    this.problem = "";
    this.show(await client.act({ do: "play", move }));
  }

  /** Show what the server said. */
  show(answer: Done | Refused): void {
    if (answer.type === "done") {
      this.chosenAt = -1;
      this.lineAt = 0;
    } else {
      this.hint(refusalText(answer, client.variant));
    }
  }

  /** Forget what belonged to an earlier turn. */
  clear(): void {
    this.chosenAt = -1;
    this.lineAt = 0;
    this.problem = "";
  }

  private hint(text: string): void {
    this.problem = text;
    announcer.say(text);
  }

  private waitingFor(): string {
    if (client.view?.vote) return t("web-vote-rests");
    if (this.choosing) return t("web-choose-line-first");
    if (this.givingUp) return t("web-give-up");
    return t("web-not-your-turn");
  }

  private findPrinted(): Set<string> {
    const label = this.card && client.variant?.data.cards[this.card]?.label;
    if (!label) return new Set();
    const spaces = client.variant?.spaces.filter((space) => space.label === label) ?? [];
    return new Set(spaces.map(({ name }) => name));
  }
}

export const desk = new Desk();
