// What the server tells beside its tables: the games and the bots it has.

import { fetchData } from "./again.svelte";

export interface VariantName {
  id: string;
  names: Record<string, string>;
}

let variants: Promise<VariantName[]> | undefined;

/** The games that can be played here. */
export function variantNames(): Promise<VariantName[]> {
  variants ??= fetchData<VariantName[]>("/api/variants");
  return variants;
}

export interface BotKind {
  name: string;
  /** Whether the server, too, puts it on seats that are left open. */
  default: boolean;
}

let bots: Promise<BotKind[]> | undefined;

/** The bot that is invited where nobody has chosen one. */
export function usualBot(kinds: readonly BotKind[]): string | undefined {
  return (kinds.find((kind) => kind.default) ?? kinds[0])?.name;
}

/** The bots that can be invited here, from weak to strong. */
export function botKinds(): Promise<BotKind[]> {
  bots ??= fetchData<BotKind[]>("/api/bots");
  return bots;
}
