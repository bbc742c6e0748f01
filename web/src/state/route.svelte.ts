// Which page is shown, by the address. The secret of a personal link stands behind the `#`, which
// no browser sends to the server.

export type Route =
  | { page: "start" }
  | { page: "table"; code: string; hand?: boolean }
  /** A table screen; without a code for a table of its own. */
  | { page: "screen"; code: string }
  | { page: "link"; secret: string }
  | { page: "review"; id: string }
  | { page: "account" }
  /** To open a lesson; and a lesson, for its teacher and its pupils. */
  | { page: "class" }
  | { page: "lesson"; code: string; secret?: string };

export function readRoute(path: string, hash: string): Route {
  const code = cleanCode(/^\/t\/([^/]+)\/?$/.exec(path)?.[1] ?? "");
  if (code) return hash === "#hand" ? { page: "table", code, hand: true } : { page: "table", code };
  const screen = /^(?:\/t\/([^/]+))?\/screen\/?$/.exec(path);
  if (screen) return { page: "screen", code: cleanCode(screen[1] ?? "") };
  if (/^\/account\/?$/.test(path)) return { page: "account" };
  if (/^\/class\/?$/.test(path)) return { page: "class" };
  const lesson = cleanCode(/^\/c\/([^/]+)\/?$/.exec(path)?.[1] ?? "");
  const secret = /^#([\w-]{16,100})$/.exec(hash)?.[1];
  if (lesson) return { page: "lesson", code: lesson, ...(secret ? { secret } : {}) };
  const id = /^\/review\/([\w-]{22})\/?$/.exec(path)?.[1];
  if (id) return { page: "review", id };
  return secret && /^\/link\/?$/.test(path) ? { page: "link", secret } : { page: "start" };
}

/** The code as the server knows it, however it was typed or came in an address. */
export function cleanCode(typed: string): string {
  let text = typed;
  try {
    text = decodeURIComponent(typed);
  } catch {
    // A lone % is no part of a code, as other signs are none.
  }
  return text.toUpperCase().replace(/[^\p{L}\p{N}]/gu, "").slice(0, 20);
}

export function tablePath(code: string): string {
  return `/t/${code}`;
}

export function lessonPath(code: string): string {
  return `/c/${code}`;
}

export function reviewPath(id: string): string {
  return `/review/${id}`;
}

export function screenPath(code: string): string {
  return `${tablePath(code)}/screen`;
}

class Router {
  route: Route = $state.raw(readRoute(location.pathname, location.hash));

  constructor() {
    addEventListener("popstate", () => this.read());
  }

  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    this.read();
    scrollTo(0, 0);
  }

  private read(): void {
    this.route = readRoute(location.pathname, location.hash);
  }
}

export const router = new Router();
