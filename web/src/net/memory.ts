// What this browser remembers: the person's name, the look of the page, and the seats taken here.
// A browser may refuse to remember anything; then a reload forgets the seat, and nothing breaks.

export interface KeptSeat {
  table: string;
  code: string;
  token: string;
  seat: number;
  variant: string;
  /** When it was last seen, in milliseconds. */
  at: number;
}

const SEATS = "sarja.seats";
const KEPT_SEATS = 60;
/** Before a table's code: the seat of this tab, for two people may sit in two tabs of one browser. */
const OWN = "sarja.seat.";

const PASSED = "passed.";

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`sarja.${key}`);
  } catch {
    return null;
  }
}

export function remember(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`sarja.${key}`);
    else localStorage.setItem(`sarja.${key}`, value);
  } catch {
    // Nothing is lost but the comfort.
  }
}

/** The seats taken in this browser, the latest first. */
export function keptSeats(): KeptSeat[] {
  try {
    const seats: unknown = JSON.parse(localStorage.getItem(SEATS) ?? "[]");
    return Array.isArray(seats) ? (seats as KeptSeat[]) : [];
  } catch {
    return [];
  }
}

/** The seat at that table: this tab's own, or else the one that was taken last in this browser. */
export function keptSeat(code: string): KeptSeat | undefined {
  const wanted = code.toUpperCase();
  return ownSeat(wanted) ?? keptSeats().find((seat) => seat.code.toUpperCase() === wanted);
}

/** Keep the seat, and make it this tab's own; other seats at the table are kept beside it. */
export function keepSeat(seat: KeptSeat): void {
  store([seat, ...keptSeats().filter(({ token }) => token !== seat.token)].slice(0, KEPT_SEATS));
  claimSeat(seat);
}

/** Let the seat be this tab's own, through reloads and whatever other tabs do. */
export function claimSeat(seat: KeptSeat): void {
  try {
    sessionStorage.setItem(OWN + seat.code.toUpperCase(), JSON.stringify(seat));
  } catch {
    // Then the tab has the last seat of the browser.
  }
}

export function forgetSeat(code: string, lost: string): void {
  store(keptSeats().filter(({ token }) => token !== lost));
  try {
    if (ownSeat(code.toUpperCase())?.token === lost) {
      sessionStorage.removeItem(OWN + code.toUpperCase());
    }
  } catch {
    // As above.
  }
}

/** The tokens of all seats that people at this device pass it round for; none where there are not. */
export function passedTokens(code: string): string[] {
  const tokens: unknown = JSON.parse(recall(PASSED + code.toUpperCase()) ?? "[]");
  return Array.isArray(tokens) ? (tokens as string[]) : [];
}

export function keepPassed(code: string, tokens: readonly string[]): void {
  remember(PASSED + code.toUpperCase(), tokens.length > 1 ? JSON.stringify(tokens) : null);
}

function ownSeat(code: string): KeptSeat | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(OWN + code) ?? "null") as KeptSeat | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function store(seats: KeptSeat[]): void {
  try {
    localStorage.setItem(SEATS, JSON.stringify(seats));
  } catch {
    // As above.
  }
}
