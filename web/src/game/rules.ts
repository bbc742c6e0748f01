// The rules in short, as the data of a variant has them: no two games have quite the same.

import { language, t } from "../texts/texts";
import { CORNER, type Effect, type Variant } from "./variant";
import { shown } from "./words";

/** A sum as people see it: `7+5`, `17−8`. */
const SUM = /^\d+ ?[+−×:·∶÷/*-] ?\d+$/;
const JACK = /^J[♠♥♦♣]$/;

/** A sentence for each thing that somebody must know who has never played this game. */
export function rulesOf(variant: Variant, help = variant.data.help): string[] {
  const { line_length: length, exchanges_per_turn: exchanges = 1, grid } = variant.data;
  const corners = grid.flat().filter((label) => label === CORNER).length;
  return [
    t("web-rule-turn"),
    answers(variant),
    help === "none" ? t("web-rule-find") : "",
    t("web-rule-sequence", { length }),
    corners > 0 ? t("web-rule-corners", { count: corners }) : "",
    special(variant, "wild"),
    special(variant, "remove"),
    t("web-rule-dead", { exchanges }),
    t("web-rule-locked"),
    t("web-rule-win"),
  ].filter(Boolean);
}

/** Where cards show something else than their spaces: what, and an example. */
function answers(variant: Variant): string {
  const pairs = Object.entries(variant.data.cards)
    .filter(([, { effect }]) => effect === "place")
    .map(([code, { label }]) => ({
      card: variant.cardText(code),
      label: variant.labelText(label ?? code),
    }))
    .filter(({ card, label }) => card !== label);
  // One of the middle: the first are often the easiest, and tell least.
  const one = pairs[pairs.length >> 1];
  if (!one) return "";
  const key = pairs.every(({ card }) => SUM.test(card)) ? "web-rule-sum" : "web-rule-answer";
  return t(key, { card: shown(one.card), label: shown(one.label) });
}

/** What the wild or the removing cards do; jacks are told by the eyes on them. */
function special(variant: Variant, effect: Effect): string {
  const codes = Object.keys(variant.data.cards).filter((code) => variant.effect(code) === effect);
  const texts = [...new Set(codes.map((code) => variant.cardText(code)))];
  if (texts.length === 0) return "";
  const jacks = texts.every((text) => JACK.test(text));
  const list = new Intl.ListFormat(language(), { type: "conjunction" });
  const cards = jacks ? texts.map(shown).join(" ") : list.format(texts.map(shown));
  return t(`web-rule-${effect}${jacks ? "-jack" : ""}`, { cards, count: texts.length });
}
