// A whole game through the accessibility tree alone, as Chromium gives it to a screen reader: only
// roles, names and states are read, and only default actions are done.

import { assert, openPage, scenario } from "../stage.mjs";
import { cards, find, heardIn, Reader } from "../tree.mjs";

await scenario(async (browser) => {
  const page = await openPage(browser);
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  const reader = new Reader(await page.context().newCDPSession(page));
  await reader.press("button", /^Play$/);

  const heard = new Set();
  let turns = 0;
  for (; turns < 2000; turns++) {
    const tree = await reader.tree();
    for (const text of heardIn(tree)) heard.add(text);
    if (find(tree, "button", /^Rematch$/)) break;
    if (!(await act(reader, tree))) await page.waitForTimeout(60);
  }
  const all = [...heard].join("\n");
  assert.match(all, /Bot 2 plays .* of (spades|hearts|diamonds|clubs) on [a-j]\d+\./);
  assert.match(all, /You draw .* of/);
  assert.match(all, /Your turn\./);
  assert.match(all, /(wins|win) for|drawn|Nobody/);
  const tree = await reader.tree();
  assert.ok(tree.some(({ role, name }) => role === "heading" && /won|lost|draw/i.test(name)));
});

/** One step of a turn, from what the tree says; false when there is nothing to do. */
async function act(reader, tree) {
  const line = find(tree, "button", /^Lock this line$/);
  if (line) return reader.act(line);
  const space = find(tree, "button", /^(Put a chip on|Take the chip of)/);
  if (space) return reader.act(space);
  const all = find(tree, "button", /^List all \d+ spaces$/);
  if (all) return reader.act(all);
  if (!tree.some(({ role, name }) => role === "StaticText" && name === "Your turn: choose a card")) {
    // A card is chosen that can do nothing: it may be dead, else another one is tried.
    const next = find(tree, "button", /^Exchange dead card$/) ?? find(tree, "button", /^Another card$/);
    return next ? reader.act(next) : false;
  }
  const hand = cards(tree);
  const pass = find(tree, "button", /^(Pass|I can.t play)$/);
  if (pass) return reader.act(pass);
  // Each card in turn, so that one that can do nothing is not chosen for ever.
  const card = hand[reader.tries++ % Math.max(hand.length, 1)];
  return card ? reader.act(card) : false;
}
