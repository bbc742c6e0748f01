// The account that is signed in in this browser, if any.

import { recall, remember } from "../net/memory";
import { type Answered, fetchAnswer } from "../net/api";
import { client } from "./client.svelte";

export interface Signed {
  session: string;
  name: string;
  codes?: string[];
}

export interface Kind {
  variant: string;
  seats: number;
  teams: number;
  games: number;
  won: number;
  drawn: number;
  lost: number;
}

export interface Rated {
  rating: number;
  sure: boolean;
  games: number;
}

export interface About {
  name: string;
  made_at: number;
  codes: number;
  ratings: Record<string, Rated>;
  statistics: Kind[];
}

export interface Played {
  review: string | null;
  seat: number;
  variant: string;
  seats: number;
  teams: number;
  result: "won" | "drawn" | "lost";
  ended_at: number;
  list: "people" | "bots" | null;
  rating: number | null;
}

export interface Blocked {
  id: string;
  name: string;
  made_at: number;
}

export type Listed = Rated & { name: string | null; bot: string | null };

class AccountState {
  session: string | null = $state(recall("session"));

  /** Ask the server in the name of who is signed in; who is not any more is forgotten. */
  async ask<T>(path: string, method = "GET", body?: unknown): Promise<Answered<T>> {
    const answer = await fetchAnswer<T>(`/api/account${path}`, {
      method,
      ...(body === undefined ? {} : { body }),
      ...(this.session ? { session: this.session } : {}),
    });
    if (!answer.ok && answer.code === "session-unknown") this.keep(null);
    return answer;
  }

  keep(session: string | null): void {
    this.session = session;
    remember("session", session);
    client.signIn();
  }
}

export const account = new AccountState();
