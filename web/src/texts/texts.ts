// Every text that people read comes from the Fluent catalogue of the server.

import { FluentBundle, FluentResource, type FluentVariable } from "@fluent/bundle";
import { fetchWhole } from "../net/again.svelte";
import { recall } from "../net/memory";

const LANGUAGES = ["en", "fi", "ko", "pl", "cs"];
const ENGLISH = "en";

let bundles: FluentBundle[] = [];
const added = new Set<string>();
let current = ENGLISH;

/** The language of the texts, as a code. */
export function language(): string {
  return current;
}

/** The first of the wanted languages that there is; English where there is none of them. */
export function chooseLanguage(wanted: readonly string[]): string {
  const found = wanted
    .map((tag) => tag.toLowerCase().split("-")[0] ?? "")
    .find((code) => LANGUAGES.includes(code));
  return found ?? ENGLISH;
}

/** Load the texts of this person's language, and English for what it lacks. */
export async function loadTexts(): Promise<void> {
  const asked = recall("language");
  current = chooseLanguage(asked ? [asked, ...navigator.languages] : navigator.languages);
  const wanted = current === ENGLISH ? [ENGLISH] : [current, ENGLISH];
  const sources = await Promise.all(wanted.map(fetchSource));
  useTexts(wanted.map((code, at) => [code, sources[at] ?? ""]));
  document.documentElement.lang = current;
}

/** Take these texts, the first language first. */
export function useTexts(sources: readonly (readonly [string, string])[]): void {
  bundles = sources.map(([code, source]) => {
    const bundle = new FluentBundle(code);
    bundle.addResource(new FluentResource(source));
    return bundle;
  });
}

/** Load one more file of texts, for a page that is not needed at first. */
export async function addTexts(file: string): Promise<void> {
  if (added.has(file)) return;
  const sources = await Promise.all(bundles.map(({ locales }) => fetchSource(`${locales[0]}/${file}`)));
  bundles.forEach((bundle, at) => bundle.addResource(new FluentResource(sources[at] ?? "")));
  added.add(file);
}

async function fetchSource(path: string): Promise<string> {
  return (await fetchWhole(`/locales/${path}.ftl`)).text();
}

export function hasText(key: string): boolean {
  return bundles.some((bundle) => bundle.hasMessage(key));
}

/** The text of the key, its places filled. A key that is missing shows itself. */
export function t(key: string, params: Record<string, FluentVariable> = {}): string {
  for (const bundle of bundles) {
    const message = bundle.getMessage(key);
    if (message?.value) return bundle.formatPattern(message.value, params, []);
  }
  return key;
}
