// A small variant for the tests of this folder: two corners, jacks, and a ten.

import { Variant } from "./variant";

export const small = new Variant({
  id: "small",
  rows: 3,
  columns: 4,
  line_length: 3,
  grid: [
    ["*", "2S", "TH", "3S"],
    ["TH", "2S", "12", "1"],
    ["3S", "1", "12", "*"],
  ],
  cards: {
    "2S": { effect: "place", label: "2S", count: 2, text: "2♠" },
    "3S": { effect: "place", label: "3S", count: 2, text: "3♠" },
    TH: { effect: "place", label: "TH", count: 2, text: "10♥" },
    "7+5": { effect: "place", label: "12", count: 1 },
    "1+0": { effect: "place", label: "1", count: 1 },
    JH: { effect: "remove", count: 1 },
    JC: { effect: "wild", count: 1 },
  },
  setups: [{ seats: 2, teams: 2, hand: 3, sequences: 1 }],
  help: "spaces",
  names: { en: "Small", fi: "Pieni" },
  symbols: { S: "♠", H: "♥", C: "♣" },
  colours: { black: ["2S", "3S"], red: ["TH"] },
});
