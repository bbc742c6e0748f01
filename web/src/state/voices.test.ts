import { beforeEach, expect, test, vi } from "vitest";
import type { NumberedEvent, TableView } from "../protocol";

const items = new Map<string, string>();
vi.stubGlobal("localStorage", {
  getItem: (key: string) => items.get(key) ?? null,
  setItem: (key: string, value: string) => items.set(key, value),
  removeItem: (key: string) => items.delete(key),
});

function view(...people: (number | null)[]): TableView {
  return { table: "id", seats: people.map((person) => ({ person })) } as unknown as TableView;
}

const said = (number: number, seat: number): NumberedEvent => ({
  number,
  event: { type: "Said", seat, what: "hello" },
});
const other: NumberedEvent = { number: 9, event: { type: "LobbyEntered" } };

/** The page anew, as after a reload. */
async function reload() {
  vi.resetModules();
  return (await import("./voices.svelte")).voices;
}

beforeEach(() => {
  items.clear();
  vi.useFakeTimers();
});

test("what is new is shown for a while, what is old is not", async () => {
  const voices = await reload();
  expect(voices.listen(view(3, 4), [said(7, 1), said(8, 2), other], 7)).toHaveLength(3);
  expect(voices.now).toEqual({ 2: "hello" });
  vi.advanceTimersByTime(4000);
  voices.listen(view(3, 4), [said(10, 2)], 9);
  vi.advanceTimersByTime(4000);
  expect(voices.now).toEqual({ 2: "hello" });
  vi.advanceTimersByTime(3000);
  expect(voices.now).toEqual({});
});

test("who is muted is neither heard nor shown, wherever they sit, until they are unmuted", async () => {
  let voices = await reload();
  voices.listen(view(3, 4), [said(5, 2)], 4);
  voices.mute(view(3, 4), 2, true);
  expect(voices.now).toEqual({});
  expect(voices.listen(view(3, 4), [said(6, 2), said(7, 1), other], 5)).toEqual([said(7, 1), other]);
  voices = await reload();
  expect([1, 2].map((seat) => voices.hears(view(4, 3), seat))).toEqual([false, true]);
  expect(voices.hears({ ...view(4), table: "another" }, 1)).toBe(true);
  voices.mute(view(4, 3), 1, false);
  expect((await reload()).hears(view(4, 3), 1)).toBe(true);
  expect(items.size).toBe(0);
});

test("what somebody else left in the browser's memory breaks nothing", async () => {
  items.set("sarja.muted", "{");
  expect((await reload()).hears(view(3), 1)).toBe(true);
});
