import { expect, test } from "vitest";
import { small } from "./small";

test("spaces are named by letter from the left and number from the top", () => {
  expect(small.spaces.map(({ name }) => name).join(" ")).toBe(
    "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3",
  );
});

test("a space shows what the card of its label shows", () => {
  expect(small.space("c1")).toMatchObject({ text: "10♥", label: "TH", ink: "red", corner: false });
  expect(small.space("c2")).toMatchObject({ text: "12", ink: "" });
  expect(small.space("a1")).toMatchObject({ text: "", corner: true });
});

test("a card without a text of its own is shown with the variant's symbols, in their colour", () => {
  expect(small.cardText("JH")).toBe("J♥");
  expect(small.cardInk("JH")).toBe("red");
  expect(small.cardInk("JC")).toBe("");
  expect(small.cardText("7+5")).toBe("7+5");
});

test("a name that the language lacks is English", () => {
  expect(small.name("fi")).toBe("Pieni");
  expect(small.name("ko")).toBe("Small");
});
