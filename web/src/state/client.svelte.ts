// The page's one connection, and the table that it follows. What the server says is the truth;
// nothing here is worked out from rules.

import { news } from "../game/news";
import { Variant, type VariantData } from "../game/variant";
import { fetchData } from "../net/again.svelte";
import { isAttending, watchAttention } from "../net/attention";
import {
  claimSeat,
  forgetSeat,
  keepPassed,
  keepSeat,
  keptSeat,
  keptSeats,
  passedTokens,
  recall,
  remember,
} from "../net/memory";
import { type Answer, newId, Requests } from "../net/requests";
import { type LinkState, Socket } from "../net/socket";
import type {
  ClientMessage,
  Do,
  Done,
  NumberedEvent,
  Opened,
  Presence,
  Refused,
  ServerMessage,
  Settings,
  TableView,
} from "../protocol";
import { t } from "../texts/texts";
import { announcer } from "./announcer.svelte";
import { voices } from "./voices.svelte";

type Action = Do["action"];

/** Milliseconds after which nobody waits any longer for the page to show what was done. */
const LATEST = 3_000;

/** Milliseconds after which it is said that something is being sent, and that there is no answer. */
const SENDING = 500;
const NO_ANSWER = 4_000;
/** More people cannot sit at a table. */
const GUESTS = 12;

class Client {
  link: LinkState = $state("connecting");
  retryAt = $state(0);
  /** Whether the server starts anew, as it has said. */
  restarting = $state(false);
  view: TableView | null = $state.raw(null);
  variant: Variant | null = $state.raw(null);
  /** Why the table cannot be shown. */
  missing: { code: string } | null = $state.raw(null);
  /** How many things were asked for and are not answered yet. */
  waiting = $state(0);
  /** What to say of it, where it takes long: a key of the catalogue. */
  slow: "" | "web-sending" | "web-no-answer" = $state("");

  /** The address under which other devices find this server: what links begin with. */
  site = $state(location.origin);

  private clocks: ReturnType<typeof setTimeout>[] = [];
  private code: string | null = null;
  /** Whether this device is a table screen: it shows what is public, and has no seat. */
  private screen = false;
  private knocking = false;
  /** The tokens of all seats on this device, where people pass it round: then no hand is shown. */
  private passed: string[] = [];
  private token: string | null = null;
  private attachId: string | null = null;
  private lookers: { version: number; resolve: () => void }[] = [];
  /** The token that a lesson has given. */
  private given: string | null = null;
  /** Who hears what is not about a table: a lesson. */
  beside: ((message: ServerMessage) => void) | null = null;
  private readonly variants = new Map<string, Promise<Variant>>();
  private readonly socket: Socket;
  private readonly requests: Requests;

  constructor() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new Socket(`${scheme}://${location.host}/ws`, {
      up: (welcome) => {
        this.site = welcome.url || location.origin;
        if (!isAttending()) this.socket.send({ type: "attend", there: false });
        this.signIn();
        this.attach();
        this.beside?.(welcome);
        this.requests.repeat();
      },
      message: (message) => void this.received(message),
      state: (state, retryAt) => {
        this.link = state;
        this.retryAt = retryAt;
        this.restarting = this.socket.restarting;
      },
    });
    this.requests = new Requests((message) => this.socket.send(message));
  }

  start(): void {
    this.socket.open();
    addEventListener("online", () => this.socket.wake());
    addEventListener("pagehide", () => this.socket.close());
    addEventListener("pageshow", (event) => event.persisted && this.socket.open());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.socket.wake();
    });
    watchAttention((there) => this.socket.send({ type: "attend", there }));
  }

  retry(): void {
    this.socket.wake();
  }

  /** Say who is signed in in this browser, and which one it is: seats taken from now on are theirs. */
  signIn(): void {
    const device = recall("device") ?? newId();
    remember("device", device);
    this.socket.send({ type: "sign-in", id: newId(), session: recall("session"), device });
  }

  /** Follow the table of that code: at the seat that this browser has there, or as its screen. */
  follow(code: string, screen = false, token?: string): void {
    if (this.code?.toUpperCase() === code.toUpperCase()) return;
    this.leave();
    this.code = code;
    this.screen = screen;
    this.given = token ?? null;
    this.takeKept();
    this.attach();
  }

  /** The seat that is kept for this tab at the table, if there is any. */
  private takeKept(): void {
    if (this.screen) {
      this.token = recall(this.screenKey());
      return;
    }
    if (this.given) {
      this.token = this.given;
      return;
    }
    this.passed = this.code ? passedTokens(this.code) : [];
    const kept = this.code ? keptSeat(this.code) : undefined;
    if (kept) claimSeat(kept);
    this.token = kept?.token ?? null;
  }

  /** Follow no table any more; with a code nothing is left where another one is followed by now. */
  leave(code?: string): void {
    if (code && this.code && code.toUpperCase() !== this.code.toUpperCase()) return;
    if (this.view) this.detach(this.view);
    this.passed = [];
    this.code = this.token = this.given = this.attachId = null;
    this.view = this.missing = null;
  }

  /** Show a view that no server follows: a moment of a finished game. Nothing can be done there. */
  lookAt(view: TableView | null, variant: Variant | null): void {
    this.view = view;
    this.variant = variant;
  }

  /** Do something at the table; it is done when the page shows it, too. */
  async act(action: Action, seat: number | null = null): Promise<Done | Refused> {
    const view = this.view;
    if (!view) throw new Error("no table is followed");
    this.begin();
    try {
      const answer = await this.sendAction(view, action, this.tokenOf(view, seat));
      if (answer.type === "done") await this.shown(answer.version);
      // What it hung on has changed meanwhile; the table as it is now follows.
      else if (answer.code === "stale") await this.shown(view.version + 1);
      return answer;
    } finally {
      this.end();
    }
  }

  /** Sit down under one's name; who has told none is the next guest. */
  async sit(seat: number | null): Promise<Done | Refused> {
    const typed = recall("name")?.trim();
    for (let number = 1; ; number++) {
      const name = typed || t("web-guest") + (number > 1 ? ` ${number}` : "");
      const answer = await this.act({ do: "sit", name, seat });
      const again = !typed && number < GUESTS && answer.type === "refused";
      if (!again || answer.code !== "name-taken") return answer;
    }
  }

  /** Be a screen of the table that is followed, if it has not let this one in already. */
  async beScreen(): Promise<void> {
    if (this.token !== null || !this.view || this.knocking) return;
    const { table, version } = this.view;
    const action = { do: "screen" } as const;
    this.knocking = true;
    const answer = await this.requests.ask({ type: "do", id: newId(), table, version, action });
    this.knocking = false;
    if (answer.type !== "done" || !answer.token) return;
    remember(this.screenKey(), answer.token);
    this.socket.send({ type: "detach", table, seat: null });
    this.token = answer.token;
    this.attach();
  }

  private screenKey(): string {
    return `screen.${this.code?.toUpperCase()}`;
  }

  /** The token of that seat, or of who acts here, at the table that is followed. */
  tokenAt(seat: number | null): string | null {
    return this.view && this.tokenOf(this.view, seat);
  }

  /** The token of that seat, or of who acts here: whose hand is shown, or the host, or the first. */
  private tokenOf(view: TableView, seat: number | null): string | null {
    if (this.passed.length === 0) return this.token;
    const at = view.yours.indexOf(seat ?? view.you ?? view.host);
    return this.passed[Math.max(at, 0)] ?? null;
  }

  /** Let somebody else sit down at this device, too, which is passed round from then on. */
  async sitBeside(name: string, seat: number): Promise<Done | Refused> {
    const view = this.view;
    if (!view) throw new Error("no table is followed");
    const action = { do: "sit", name, seat } as const;
    const { table, code, variant, version } = view;
    const answer = await this.ask({ type: "do", id: newId(), table, version, action });
    if (answer.type === "done" && answer.token && this.token) {
      const first = this.passed.length > 0 ? this.passed : [this.token];
      keepSeat({ table, code, token: answer.token, seat, variant, at: Date.now() });
      this.pass([...first, answer.token]);
    }
    return answer as Done | Refused;
  }

  /** Show the hand of that seat, whose turn it is; the answer is kept here alone. */
  async uncover(seat: number): Promise<void> {
    const { view } = this;
    const token = view && this.tokenOf(view, seat);
    if (!view || !token) return;
    const answer = await this.ask({ type: "uncover", id: newId(), table: view.table, token });
    if (answer.type === "table") await this.show(answer.view, answer.events ?? []);
  }

  /** Show no hand any more. */
  cover(): void {
    if (this.view) this.socket.send({ type: "cover", table: this.view.table });
  }

  /** Follow the table as these seats, whose hands are covered; a single one has no need of that. */
  private pass(tokens: string[]): void {
    const { view, code } = this;
    if (!code) return;
    keepPassed(code, tokens);
    this.passed = tokens.length > 1 ? tokens : [];
    const [only] = tokens;
    const kept = keptSeats().find(({ token }) => token === only);
    if (kept) claimSeat(kept);
    this.token = only ?? null;
    this.attach();
    if (view) this.detach(view);
  }

  private detach({ table, you, yours }: TableView): void {
    this.socket.send({ type: "detach", table, seat: yours.length > 1 ? null : you });
  }

  private async sendAction(
    view: TableView,
    action: Action,
    token: string | null,
  ): Promise<Done | Refused> {
    const answer = await this.ask({
      type: "do",
      id: newId(),
      table: view.table,
      version: view.version,
      action,
      token,
    });
    if (answer.type === "done" && answer.token && answer.seat) {
      this.sat(view, answer.seat, answer.token);
    }
    return answer as Done | Refused;
  }

  /** Open a table and have no seat there. */
  async openEmpty(settings: Settings): Promise<Opened | Refused> {
    return (await this.ask({ type: "open", id: newId(), settings })) as Opened | Refused;
  }

  /** Open a table and take a seat there, and where asked deal at once. */
  async open(settings: Settings, name: string, start: boolean): Promise<Opened | Refused> {
    const opened = await this.openEmpty(settings);
    if (opened.type === "refused") return opened;
    const { table, code } = opened;
    const sit = { do: "sit", name } as const;
    let answer = await this.ask({ type: "do", id: newId(), table, version: 1, action: sit });
    if (answer.type === "refused") return answer;
    const { seat, token, version } = answer as Done;
    if (!seat || !token) throw new Error("sitting down gives a seat and a token");
    const variant = settings.variant ?? "";
    keepSeat({ table, code, token, seat, variant, at: Date.now() });
    if (start) {
      const action = { do: "start" } as const;
      answer = await this.ask({ type: "do", id: newId(), table, version, action, token });
      if (answer.type === "refused") return answer;
    }
    return opened;
  }

  /** A secret with which another device takes over this seat. */
  offerLink(): Promise<Answer> {
    const { view, token } = this;
    if (!view || !token) throw new Error("no seat is held");
    return this.ask({ type: "offer-link", id: newId(), table: view.table, token });
  }

  /** Take over the seat of such a secret; resolves to the table's code. */
  async takeLink(secret: string): Promise<string | Refused> {
    const answer = await this.ask({ type: "take-link", id: newId(), secret });
    if (answer.type === "refused") return answer;
    const { table, seat, token } = answer as Done;
    if (!seat || !token) throw new Error("a link gives a seat and a token");
    return new Promise((resolve) => {
      const id = newId();
      void this.requests.ask({ type: "attach", id, table, token }).then((shown) => {
        if (shown.type !== "table") return resolve(shown as Refused);
        const { code, variant } = shown.view;
        keepSeat({ table, code, token, seat, variant, at: Date.now() });
        resolve(code);
      });
    });
  }

  /** The variant of that name, fetched once. */
  loadVariant(name: string): Promise<Variant> {
    let found = this.variants.get(name);
    if (!found) {
      const path = `/api/variants/${encodeURIComponent(name)}`;
      found = fetchData<VariantData>(path).then((data) => new Variant(data));
      this.variants.set(name, found);
    }
    return found;
  }

  /** Wait until the page shows that version, but not for ever. */
  private shown(version: number): Promise<void> {
    if ((this.view?.version ?? Infinity) >= version) return Promise.resolve();
    return new Promise((resolve) => {
      this.lookers.push({ version, resolve });
      setTimeout(resolve, LATEST);
    });
  }

  private begin(): void {
    if (this.waiting++ > 0) return;
    this.clocks = [
      setTimeout(() => (this.slow = "web-sending"), SENDING),
      setTimeout(() => (this.slow = "web-no-answer"), NO_ANSWER),
    ];
  }

  private end(): void {
    if (--this.waiting > 0) return;
    this.clocks.forEach(clearTimeout);
    this.slow = "";
  }

  /** Send what needs no answer, or has none of its own. */
  send(message: ClientMessage): void {
    this.socket.send(message);
  }

  async ask(message: Parameters<Requests["ask"]>[0]): Promise<Answer> {
    this.begin();
    try {
      return await this.requests.ask(message);
    } finally {
      this.end();
    }
  }

  /** Ask for the table again. */
  attach(): void {
    if (!this.code) return;
    this.attachId = newId();
    this.socket.send({
      type: "attach",
      id: this.attachId,
      code: this.code,
      token: this.token,
      tokens: this.passed.length > 0 ? this.passed : null,
      have: this.view?.version ?? null,
    });
  }

  private async received(message: ServerMessage): Promise<void> {
    if (this.requests.settle(message)) return;
    switch (message.type) {
      case "table":
      case "update":
        await this.show(message.view, message.events ?? []);
        break;
      case "presence":
        if (this.view?.table === message.table) this.markHere(message);
        break;
      case "sent-away":
        if (this.view?.table === message.table) {
          this.view = null;
          this.missing = message;
        }
        break;
      case "refused":
        if (message.id === this.attachId || message.code === "table-closed") this.attachRefused(message);
        else this.beside?.(message);
        break;
      default:
        this.beside?.(message);
    }
  }

  private attachRefused(refused: Refused): void {
    const { code, token } = this;
    const lost = Number(refused.params?.["number"] ?? 0) - 1;
    if (refused.code === "token-unknown" && this.passed.length > 0) {
      this.pass(this.passed.filter((_, at) => at !== lost));
    } else if (code && token && ["token-unknown", "table-unknown"].includes(refused.code)) {
      // The seat is somebody else's by now: take another one that is kept, or look on.
      if (this.screen) remember(this.screenKey(), null);
      else forgetSeat(code, token);
      this.given = null;
      this.takeKept();
      this.attach();
    } else {
      this.missing = refused;
    }
  }

  private async show(view: TableView, events: readonly NumberedEvent[]): Promise<void> {
    if (view.code.toUpperCase() !== this.code?.toUpperCase()) return;
    const variant = await this.loadVariant(view.variant);
    const before = this.view;
    // A late spectator's view must not take the place of one's own, nor an old view that of a new.
    if (view.code.toUpperCase() !== this.code?.toUpperCase()) return;
    if (before && view.you === before.you && view.version < before.version) return;
    // Nor one as other seats than those that the device has now.
    if (this.passed.length > 0 ? view.yours.length !== this.passed.length : view.yours.length > 1) {
      return;
    }
    if (this.passed.length > 0) {
      if (view.yours.includes(null)) this.pass(this.passed.filter((_, at) => view.yours[at]));
      // What was told of the hand is for nobody else.
      if (view.you === null) announcer.clear();
    } else if (this.token !== null && view.you === null && !this.screen) {
      if (before?.you == null) return;
      forgetSeat(view.code, this.token);
      this.token = null;
    }
    this.variant = variant;
    this.view = view;
    this.missing = null;
    for (const looker of this.lookers) if (looker.version <= view.version) looker.resolve();
    this.lookers = this.lookers.filter((looker) => looker.version > view.version);
    if (before && this.token !== null && view.you !== null && this.passed.length === 0) {
      const kept = keptSeat(view.code);
      if (kept?.token === this.token && (kept.seat !== view.you || kept.variant !== view.variant)) {
        keepSeat({ ...kept, seat: view.you, variant: view.variant, at: Date.now() });
      }
    }
    if (!before) return;
    const heard = voices.listen(view, events, before.version);
    for (const text of news(before, view, heard, variant)) announcer.say(text);
  }

  private markHere({ here, away = [], clock = null, vote = null }: Presence): void {
    if (!this.view) return;
    const seats = this.view.seats.map((seat) => ({
      ...seat,
      here: here.includes(seat.seat),
      away: away.includes(seat.seat),
    }));
    this.view = { ...this.view, seats, clock, vote };
  }

  private sat(view: TableView, seat: number, token: string): void {
    const { table, code, variant } = view;
    keepSeat({ table, code, token, seat, variant, at: Date.now() });
    this.socket.send({ type: "detach", table, seat: null });
    this.token = token;
    this.attach();
  }
}

export const client = new Client();

/** The name that the person plays under; the catalogue's word for a guest where none is known. */
export function ownName(): string {
  return recall("name")?.trim() || t("web-guest");
}
