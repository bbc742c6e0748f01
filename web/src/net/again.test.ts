import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchData, trouble } from "./again.svelte";
import { botKinds, variantNames } from "./site";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const found = (data: unknown) => ({ ok: true, json: () => Promise.resolve(data) });

test("what fails is asked for again until it comes, and the trouble is told meanwhile", async () => {
  const answers = [() => Promise.reject(new Error("no network")), () => ({ ok: false, status: 503 })];
  vi.stubGlobal("fetch", vi.fn(async () => (answers.shift() ?? (() => found([1])))()));
  const data = fetchData<number[]>("/api/x");
  await vi.advanceTimersByTimeAsync(200);
  expect(trouble.count).toBe(1);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await data).toEqual([1]);
  expect(trouble.count).toBe(0);
});

test("the lists of games and bots survive a failure", async () => {
  let fails = 2;
  vi.stubGlobal("fetch", vi.fn(async () => (fails-- > 0 ? { ok: false, status: 500 } : found(["a"]))));
  const lists = Promise.all([variantNames(), botKinds()]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await lists).toEqual([["a"], ["a"]]);
});
