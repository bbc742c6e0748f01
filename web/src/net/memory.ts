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
const KEPT_SEATS = 20;

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

export function keptSeat(code: string): KeptSeat | undefined {
  const wanted = code.toUpperCase();
  return keptSeats().find((seat) => seat.code.toUpperCase() === wanted);
}

export function keepSeat(seat: KeptSeat): void {
  store([seat, ...keptSeats().filter(({ table }) => table !== seat.table)].slice(0, KEPT_SEATS));
}

export function forgetSeat(table: string): void {
  store(keptSeats().filter((seat) => seat.table !== table));
}

function store(seats: KeptSeat[]): void {
  try {
    localStorage.setItem(SEATS, JSON.stringify(seats));
  } catch {
    // As above.
  }
}
