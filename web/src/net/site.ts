// What the server tells beside its tables: the games and the bots it has.

export interface VariantName {
  id: string;
  names: Record<string, string>;
}

let variants: Promise<VariantName[]> | undefined;

/** The games that can be played here. */
export function variantNames(): Promise<VariantName[]> {
  variants ??= fetchList<VariantName>("/api/variants");
  return variants;
}

let bots: Promise<string[]> | undefined;

/** The one that the server, too, puts on seats that are left open. */
const USUAL_BOT = "casual";

/** The bot that is invited where nobody has chosen one. */
export function usualBot(names: readonly string[]): string {
  return names.includes(USUAL_BOT) ? USUAL_BOT : (names[0] ?? USUAL_BOT);
}

/** The bots that can be invited here. */
export function botNames(): Promise<string[]> {
  bots ??= fetchList<string>("/api/bots");
  return bots;
}

async function fetchList<T>(path: string): Promise<T[]> {
  const answer = await fetch(path);
  return answer.ok ? ((await answer.json()) as T[]) : [];
}
