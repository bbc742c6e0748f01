import { beforeEach, expect, test, vi } from "vitest";
import {
  forgetSeat,
  keepPassed,
  keepSeat,
  keptSeat,
  keptSeats,
  type KeptSeat,
  passedTokens,
} from "./memory";

class FakeStorage {
  private readonly items = new Map<string, string>();
  getItem(key: string): string | null {
    return this.items.get(key) ?? null;
  }
  setItem(key: string, value: string): void {
    this.items.set(key, value);
  }
  removeItem(key: string): void {
    this.items.delete(key);
  }
}

const seat = (token: string, number: number): KeptSeat => {
  return { table: "id", code: "SAUNA", token, seat: number, variant: "classic", at: 0 };
};
const tab = (storage = new FakeStorage()) => {
  vi.stubGlobal("sessionStorage", storage);
  return storage;
};

beforeEach(() => {
  vi.stubGlobal("localStorage", new FakeStorage());
});

test("each tab has its own seat, and a new tab the last one", () => {
  const first = tab();
  keepSeat(seat("ann", 1));
  const second = tab();
  keepSeat(seat("bob", 2));
  expect(keptSeats()).toHaveLength(2);
  expect(keptSeat("sauna")?.token).toBe("bob");
  tab(first);
  expect(keptSeat("SAUNA")?.token).toBe("ann");
  tab();
  expect(keptSeat("SAUNA")?.token).toBe("bob");
  tab(second);
  forgetSeat("SAUNA", "bob");
  expect(keptSeats().map(({ token }) => token)).toEqual(["ann"]);
  expect(keptSeat("SAUNA")?.token).toBe("ann");
});

test("a seat that moves is kept once", () => {
  tab();
  keepSeat(seat("ann", 1));
  keepSeat(seat("ann", 3));
  expect(keptSeats()).toEqual([seat("ann", 3)]);
  expect(keptSeat("SAUNA")?.seat).toBe(3);
});

test("a device that is passed round keeps several seats, and one is none to pass it for", () => {
  expect(passedTokens("SAUNA")).toEqual([]);
  keepPassed("sauna", ["a", "b"]);
  expect(passedTokens("SAUNA")).toEqual(["a", "b"]);
  keepPassed("SAUNA", ["a"]);
  expect(passedTokens("sauna")).toEqual([]);
});
