// Whether this device shows the hand large and the board small, as where a table screen shows the
// board. The tab keeps it for one table.

const KEY = "sarja.hand";

class LargeHand {
  private code = $state("");

  constructor() {
    try {
      this.code = sessionStorage.getItem(KEY) ?? "";
    } catch {
      // Then a reload forgets it.
    }
  }

  at(code: string): boolean {
    return this.code === code.toUpperCase();
  }

  keep(code: string): void {
    this.code = code.toUpperCase();
    try {
      sessionStorage.setItem(KEY, this.code);
    } catch {
      // As above.
    }
  }
}

export const largeHand = new LargeHand();
