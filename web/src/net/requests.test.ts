import { expect, test } from "vitest";
import type { ClientMessage } from "../protocol";
import { newId, Requests } from "./requests";

test("a request is sent again until it is answered, with the same id", async () => {
  const sent: ClientMessage[] = [];
  const requests = new Requests((message) => sent.push(message));
  const answer = requests.ask({ type: "open", id: "one", settings: {} });
  requests.repeat();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toEqual(sent[1]);
  expect(requests.settle({ type: "opened", id: "one", table: "t", code: "c" })).toBe(true);
  expect(await answer).toMatchObject({ type: "opened" });
  requests.repeat();
  expect(sent).toHaveLength(2);
});

test("what nobody asked is no answer", () => {
  const requests = new Requests(() => undefined);
  expect(requests.settle({ type: "refused", id: "other", code: "x" })).toBe(false);
  expect(requests.settle({ type: "pong" })).toBe(false);
});

test("ids are long enough to be taken for random", () => {
  const ids = new Set(Array.from({ length: 1000 }, newId));
  expect(ids.size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^[a-z0-9]{16}$/);
});
