// The set phrases and the signs, as they stand in the window.

import type { Said } from "../protocol";

type Saying = Said["what"];

export const PHRASES: readonly Saying[] = [
  "hello",
  "good-luck",
  "well-played",
  "thanks",
  "sorry",
  "one-moment",
  "hurry",
  "bye",
];
export const SIGNS: readonly Saying[] = ["smile", "laugh", "cheer", "tea"];
