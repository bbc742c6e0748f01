// What the server is asked for over HTTP, beside the socket: data, or a refusal with its code.

export interface Problem {
  ok: false;
  code: string;
  params: Record<string, string | number>;
}

export type Answered<T> = { ok: true; data: T } | Problem;

const LONGEST = 30_000;

/** What the server answers; where it is out of reach, a refusal that says so. */
export async function fetchAnswer<T>(
  path: string,
  { method = "GET", body, session }: { method?: string; body?: unknown; session?: string } = {},
): Promise<Answered<T>> {
  try {
    const headers: Record<string, string> = {};
    if (body !== undefined) headers["content-type"] = "application/json";
    if (session) headers["authorization"] = `Bearer ${session}`;
    const answer = await fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(LONGEST),
    });
    const data: unknown = await answer.json();
    if (answer.ok) return { ok: true, data: data as T };
    return { params: {}, ...(data as { code: string }), ok: false };
  } catch {
    return { ok: false, code: "unreachable", params: {} };
  }
}
