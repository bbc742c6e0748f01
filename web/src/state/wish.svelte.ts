// The wish of somebody who watches a game to sit down as soon as it is over. The browser keeps it
// through a reload, and forgets it with the tab.

import { refusalText } from "../game/words";
import { client } from "./client.svelte";
import { desk } from "./desk.svelte";

const KEY = "sarja.wish";

class Wish {
  /** The code of the table, in capitals. */
  private code: string | null = $state(null);

  constructor() {
    try {
      this.code = sessionStorage.getItem(KEY);
    } catch {
      // Nothing is kept here, and nothing is lost but the wish.
    }
  }

  at(code: string): boolean {
    return this.code === code.toUpperCase();
  }

  make(code: string): void {
    this.keep(code.toUpperCase());
  }

  drop(): void {
    if (this.code !== null) this.keep(null);
  }

  /** Sit down; it is done with, whatever comes of it. */
  async fulfil(): Promise<void> {
    this.drop();
    await this.sit();
  }

  /** Take the first seat that is free; why there is none is shown. */
  async sit(): Promise<void> {
    desk.problem = "";
    const answer = await client.sit(null);
    if (answer.type === "refused") desk.problem = refusalText(answer, client.variant);
  }

  private keep(code: string | null): void {
    this.code = code;
    try {
      if (code === null) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, code);
    } catch {
      // As above.
    }
  }
}

export const wish = new Wish();
