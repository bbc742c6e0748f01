import { afterEach, beforeEach, expect, test, vi } from "vitest";

// The page's own events, and what it says of its visibility.
const listeners = new Map<string, () => void>();
let visibility: "visible" | "hidden" = "visible";

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  listeners.clear();
  visibility = "visible";
  const listen = (kind: string, heed: () => void) => void listeners.set(kind, heed);
  vi.stubGlobal("addEventListener", listen);
  vi.stubGlobal("document", {
    get visibilityState() {
      return visibility;
    },
    addEventListener: listen,
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const MINUTE = 60_000;

async function watched() {
  const { isAttending, watchAttention } = await import("./attention");
  const told: boolean[] = [];
  watchAttention((there) => told.push(there));
  return { isAttending, told };
}

function happens(kind: string): void {
  listeners.get(kind)?.();
}

function look(now: "visible" | "hidden"): void {
  visibility = now;
  happens("visibilitychange");
}

test("who looks at the page is there, and nothing is told of it", async () => {
  const { isAttending, told } = await watched();
  expect(isAttending()).toBe(true);
  expect(told).toEqual([]);
});

test("a page that is hidden is told at once, and when it is looked at again", async () => {
  const { isAttending, told } = await watched();
  look("hidden");
  expect([isAttending(), told]).toEqual([false, [false]]);
  look("visible");
  expect([isAttending(), told]).toEqual([true, [false, true]]);
});

test("who touches nothing for five minutes has gone, and is back with the first touch", async () => {
  const { isAttending, told } = await watched();
  vi.advanceTimersByTime(5 * MINUTE - 1);
  expect(told).toEqual([]);
  vi.advanceTimersByTime(1);
  expect([isAttending(), told]).toEqual([false, [false]]);
  vi.advanceTimersByTime(60 * MINUTE);
  expect(told).toEqual([false]);
  happens("keydown");
  expect([isAttending(), told]).toEqual([true, [false, true]]);
});

test.each(["pointerdown", "pointermove", "keydown", "wheel", "touchstart"])(
  "%s says that somebody is there for five minutes more",
  async (kind) => {
    const { told } = await watched();
    for (let minute = 0; minute < 12; minute += 4) {
      vi.advanceTimersByTime(4 * MINUTE);
      happens(kind);
    }
    expect(told).toEqual([]);
    vi.advanceTimersByTime(5 * MINUTE);
    expect(told).toEqual([false]);
  },
);

test("a hidden page stays so, whatever time goes by, and is told once", async () => {
  const { told } = await watched();
  look("hidden");
  vi.advanceTimersByTime(20 * MINUTE);
  expect(told).toEqual([false]);
  look("visible");
  expect(told).toEqual([false, true]);
});

test("a page that opens hidden says so", async () => {
  visibility = "hidden";
  const { isAttending, told } = await watched();
  expect([isAttending(), told]).toEqual([false, [false]]);
});
