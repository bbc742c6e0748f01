import { expect, test, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/", hash: "" });
vi.stubGlobal("addEventListener", () => undefined);
const { readRoute, tablePath } = await import("./route.svelte");

test("an invitation opens its table", () => {
  expect(readRoute("/t/SAUNA", "")).toEqual({ page: "table", code: "SAUNA" });
  expect(readRoute(tablePath("SAUNA"), "")).toEqual({ page: "table", code: "SAUNA" });
});

test("the secret of a personal link stands behind the hash", () => {
  const secret = "0123456789abcdef";
  expect(readRoute("/link", `#${secret}`)).toEqual({ page: "link", secret });
  expect(readRoute("/link", "")).toEqual({ page: "start" });
});

test("every other address is the first page", () => {
  expect(readRoute("/", "")).toEqual({ page: "start" });
  expect(readRoute("/t/", "")).toEqual({ page: "start" });
});
