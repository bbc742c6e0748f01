// A variant as the server shows it: the board and the cards, as data. No rules are drawn from it.

export type Effect = "place" | "wild" | "remove";

export interface CardData {
  effect: Effect;
  label?: string | null;
  count: number;
  text?: string | null;
}

export interface Seating {
  seats: number;
  teams: number;
  hand: number;
  sequences: number;
}

export interface VariantData {
  id: string;
  rows: number;
  columns: number;
  line_length: number;
  exchanges_per_turn?: number;
  grid: string[][];
  cards: Record<string, CardData>;
  setups: Seating[];
  help: "spaces" | "none";
  names: Record<string, string>;
  symbols?: Record<string, string>;
  colours?: Record<string, string[]>;
}

export const CORNER = "*";

export interface Space {
  name: string;
  row: number;
  column: number;
  /** What is printed there, as people see it; empty on a free corner. */
  text: string;
  /** The same as the variant writes it: `TS` where people see 10♠. */
  label: string;
  ink: string;
  corner: boolean;
}

export class Variant {
  readonly spaces: Space[];
  private readonly byName: Map<string, Space>;
  private readonly inks = new Map<string, string>();
  private readonly symbolInks = new Map<string, string>();

  constructor(readonly data: VariantData) {
    this.findInks();
    this.spaces = data.grid.flatMap((line, row) =>
      line.map((label, column) => {
        const corner = label === CORNER;
        return {
          name: spaceName(row, column),
          row,
          column,
          text: corner ? "" : this.labelText(label),
          label: corner ? "" : label,
          ink: this.inks.get(label) ?? "",
          corner,
        };
      }),
    );
    this.byName = new Map(this.spaces.map((space) => [space.name, space]));
  }

  space(name: string): Space | undefined {
    return this.byName.get(name);
  }

  effect(card: string): Effect {
    return this.data.cards[card]?.effect ?? "place";
  }

  /** What the card shows people. */
  cardText(code: string): string {
    return this.data.cards[code]?.text || this.inSymbols(code);
  }

  /** What spaces with that label show people: like the card of that name, if there is one. */
  labelText(label: string): string {
    return this.data.cards[label]?.text || this.inSymbols(label);
  }

  /** The colour in which a card is printed: its label's, or that of the symbol on it. */
  cardInk(code: string): string {
    const label = this.data.cards[code]?.label;
    const ink = label ? this.inks.get(label) : undefined;
    if (ink !== undefined) return ink;
    for (const character of code) {
      const found = this.symbolInks.get(character);
      if (found) return found;
    }
    return "";
  }

  name(language: string): string {
    return this.data.names[language] ?? this.data.names["en"] ?? this.data.id;
  }

  private inSymbols(text: string): string {
    const symbols = this.data.symbols ?? {};
    return [...text].map((character) => symbols[character] ?? character).join("");
  }

  private findInks(): void {
    const several = "\0";
    for (const [ink, labels] of Object.entries(this.data.colours ?? {})) {
      for (const label of labels) {
        this.inks.set(label, ink);
        for (const character of label) {
          if (!(character in (this.data.symbols ?? {}))) continue;
          const known = this.symbolInks.get(character);
          this.symbolInks.set(character, known === undefined || known === ink ? ink : several);
        }
      }
    }
    for (const [character, ink] of this.symbolInks) {
      if (ink === several) this.symbolInks.delete(character);
    }
  }
}

/** `a1` is the top left space: letters run along the top, numbers down. */
export function spaceName(row: number, column: number): string {
  return String.fromCharCode("a".charCodeAt(0) + column) + String(row + 1);
}
