// Numbers to the end: the page may betray no space, and a wrong one is refused at no cost.

import { assert, awaitTurn, bare, fetchVariant, openPage, scenario, Tapper } from "../stage.mjs";
import { readBoard } from "../strategy.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers");
  const page = await openPage(browser);
  await page.getByText("Numbers", { exact: true }).click();
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const player = new Tapper(page, variant, 1);
  await awaitTurn(page);
  // The button to pass is always there, for what can be played is not betrayed; it invites nobody.
  await page.getByRole("button", { name: "I can't play" }).waitFor();
  await nothingIsBetrayed(page, player);
  await aWrongSpaceIsRefused(page, player);
  await player.toTheEnd();
});

/** The page with a card chosen is the page without one, but for the card and what is said of it. */
async function nothingIsBetrayed(page, player) {
  const { hand } = await awaitTurn(page);
  const grid = page.getByRole("grid");
  const before = await looks(grid);
  const said = await page.locator("[data-live]").innerText();
  for (const card of new Set(hand)) {
    await player.choose(card);
    assert.equal(await looks(grid), before, "no space looks or sounds different");
    assert.equal(await page.locator(".spaces, .lit, .printed, .target").count(), 0);
    assert.equal(await page.getByRole("button", { name: /List all/ }).count(), 0);
    const label = player.variant.cards[card].label;
    const words = bare(await page.locator(".rail").innerText()).replaceAll(card, "");
    const numbers = words.match(/(?<![\d+−-])\d+(?![\d+−-])/g) ?? [];
    assert.ok(!numbers.includes(label), `${label} stands on the page: ${words}`);
  }
  assert.equal(await page.locator("[data-live]").innerText(), said);
}

/** The grid's markup and colours, without which space the keyboard stands on. */
function looks(grid) {
  return grid.evaluate((element) => {
    const spaces = [...element.querySelectorAll("[data-space]")];
    const colours = spaces.map((space) => {
      const { backgroundColor, boxShadow, cursor } = getComputedStyle(space);
      return [backgroundColor, boxShadow, cursor].join(" ");
    });
    return element.outerHTML.replace(/ tabindex="-?\d+"/g, "") + colours.join("\n");
  });
}

async function aWrongSpaceIsRefused(page, player) {
  const { hand, ply } = await awaitTurn(page);
  const board = await readBoard(page, player.variant);
  const card = hand.find((one) => player.variant.cards[one].effect === "place");
  const { label } = player.variant.cards[card];
  const wrong = [...board.values()].find((one) => !one.corner && !one.team && one.label !== label);
  await player.choose(card);
  await page.locator(`[data-space="${wrong.name}"]`).click();
  const problem = page.locator(".status .problem");
  await problem.waitFor();
  assert.match(await problem.innerText(), /Not possible: .*\(.?R8.?\)/);
  const after = await awaitTurn(page);
  assert.deepEqual(after.hand, hand, "it costs nothing");
  assert.equal(after.ply, ply);
  const chosen = await page.locator('[data-card][aria-pressed="true"]').count();
  assert.equal(chosen, 1, "and may be tried again at once");
}
