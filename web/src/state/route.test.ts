import { expect, test, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/", hash: "" });
vi.stubGlobal("addEventListener", () => undefined);
const { cleanCode, readRoute, tablePath } = await import("./route.svelte");

test("an invitation opens its table", () => {
  expect(readRoute("/t/SAUNA", "")).toEqual({ page: "table", code: "SAUNA" });
  expect(readRoute(tablePath("SAUNA"), "")).toEqual({ page: "table", code: "SAUNA" });
});

test("a lesson has a page by its code, and there is one to open lessons", () => {
  expect(readRoute("/c/hkwtr", "")).toEqual({ page: "lesson", code: "HKWTR" });
  expect(readRoute("/c/", "")).toEqual({ page: "start" });
  expect(readRoute("/class", "")).toEqual({ page: "class" });
});

test("a code is the same however it is written", () => {
  for (const written of ["sauna", "SAU-NA", "sa%20una", "S A U N A", "%20sauna%20", "Sauna/"]) {
    expect(readRoute(`/t/${written}`, "")).toEqual({ page: "table", code: "SAUNA" });
  }
  expect(cleanCode(" b b-nvn ")).toBe("BBNVN");
  expect(cleanCode("100%")).toBe("100");
  expect(cleanCode("a".repeat(50))).toHaveLength(20);
});

test("a table screen has a table or is to get one", () => {
  expect(readRoute("/t/SAUNA/screen", "")).toEqual({ page: "screen", code: "SAUNA" });
  expect(readRoute("/screen", "")).toEqual({ page: "screen", code: "" });
});

test("who comes from a table screen has the hand on the phone", () => {
  expect(readRoute("/t/SAUNA", "#hand")).toEqual({ page: "table", code: "SAUNA", hand: true });
});

test("the secret of a personal link stands behind the hash", () => {
  const secret = "0123456789abcdef";
  expect(readRoute("/link", `#${secret}`)).toEqual({ page: "link", secret });
  expect(readRoute("/link", "")).toEqual({ page: "start" });
});

test("a link to lead a lesson has its secret there, too", () => {
  const secret = "0123456789abcdef";
  expect(readRoute("/c/hkwtr", `#${secret}`)).toEqual({ page: "lesson", code: "HKWTR", secret });
  expect(readRoute("/c/hkwtr", "#short")).toEqual({ page: "lesson", code: "HKWTR" });
});

test("every other address is the first page", () => {
  expect(readRoute("/", "")).toEqual({ page: "start" });
  for (const path of ["/t", "/t/", "/t/%20", "/t/-/"]) {
    expect(readRoute(path, "")).toEqual({ page: "start" });
  }
});

test("a finished game has its own page", () => {
  const id = "J-gqOZQWa7GyBeETBVSGlB";
  expect(readRoute(`/review/${id}`, "#30")).toEqual({ page: "review", id });
  expect(readRoute("/review/short", "")).toEqual({ page: "start" });
});
