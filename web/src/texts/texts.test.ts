import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { chooseLanguage, t, useTexts } from "./texts";

const ENGLISH = readFileSync("../src/sarja/locales/en/web.ftl", "utf8");
/** Of pages that are loaded when they are asked for. */
const LATER = ["people", "lesson"]
  .map((name) => readFileSync(`../src/sarja/locales/en/${name}.ftl`, "utf8"))
  .join("\n");
const KEYS = new Set([...(ENGLISH + LATER).matchAll(/^(web-[\w-]+) =/gm)].map((found) => found[1] ?? ""));

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.(svelte|ts)$/.test(path) && !path.endsWith(".test.ts")) {
      yield readFileSync(path, "utf8");
    }
  }
}

const CODE = [...sources("src")].join("\n");
/** Keys as they stand in the code; a key that is put together is a pattern. */
const USED = [...CODE.matchAll(/["`](web-(?:[\w-]|\$\{[^}]*\})+)["`]/g)].map(
  (found) => new RegExp(`^${(found[1] ?? "").replace(/\$\{[^}]*\}/g, "[\\w-]+")}$`),
);

test("every key that the code names is in the catalogue", () => {
  const missing = USED.filter((key) => ![...KEYS].some((one) => key.test(one)));
  expect(missing.map(String)).toEqual([]);
});

test("no key of the catalogue is left over", () => {
  expect([...KEYS].filter((one) => !USED.some((key) => key.test(one)))).toEqual([]);
});

test("no sentence stands in the code of a page", () => {
  const markup = [...sources("src")]
    .filter((source) => source.includes("<style>"))
    .map((source) => source.replace(/<(script|style)[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, ""));
  const found = markup.flatMap((text) => text.match(/>[^<>{}]*[A-Za-z]{2,}[^<>{}]*</g) ?? []);
  expect(found.filter((text) => !/=>|\?\.|[=;()]/.test(text))).toEqual([]);
});

test("texts are filled, and plurals are right", () => {
  useTexts([["en", ENGLISH]]);
  expect(t("web-cards", { count: 1 })).toBe("1 card");
  expect(t("web-cards", { count: 7 }).replace(/[\u2068\u2069]/g, "")).toBe("7 cards");
  expect(t("web-no-such-key")).toBe("web-no-such-key");
});

test("what a language lacks comes in English", () => {
  useTexts([
    ["fi", "web-close = Sulje"],
    ["en", ENGLISH],
  ]);
  expect(t("web-close")).toBe("Sulje");
  expect(t("web-menu")).toBe("Menu");
});

test("the person's first language that there is, is chosen", () => {
  expect(chooseLanguage(["sv-SE", "fi-FI", "en"])).toBe("fi");
  expect(chooseLanguage(["sv"])).toBe("en");
});
