// What the page needs is asked for until it has come. A failure is told meanwhile, and never kept.

import { waitAfter } from "./backoff";

/** An answer that is not there after this long is asked for anew. */
const LONGEST = 15_000;

class Trouble {
  /** How many things have failed and have not come yet. */
  count = $state(0);
}

export const trouble = new Trouble();

/** What the work comes to, once it succeeds; it is tried anew with longer and longer waits. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures++) {
    try {
      const found = await work();
      if (failures > 0) trouble.count--;
      return found;
    } catch {
      if (failures === 0) trouble.count++;
    }
    await pause(waitAfter(failures, Math.random()));
  }
}

/** What is at the path; everything else is a failure. */
export async function fetchWhole(path: string): Promise<Response> {
  const answer = await fetch(path, { signal: AbortSignal.timeout(LONGEST) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

/** The data at the path, asked for until it comes. */
export function fetchData<T>(path: string): Promise<T> {
  return again(async () => (await (await fetchWhole(path)).json()) as T);
}

/** A network that comes back ends the wait. */
function pause(wait: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      removeEventListener("online", done);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, wait);
    addEventListener("online", done);
  });
}
