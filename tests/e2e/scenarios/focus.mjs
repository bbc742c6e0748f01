// Wherever something goes away that had the focus, the focus is somewhere sensible afterwards.

import { assert, awaitPly, awaitTurn, fetchVariant, openPage, scenario } from "../stage.mjs";
import { rankMoves, readBoard } from "../strategy.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("classic");
  const page = await openPage(browser);
  await press(page, page.getByRole("button", { name: "Set up a table" }));
  await focusIs(page, "h1", /^Table/);

  // A field that was left is not gone back to, whatever happens.
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Your name" }).evaluate((field) => field.blur());
  await page.waitForTimeout(50);
  await page.evaluate(() => document.getElementById("app").append(document.createElement("i")));
  await page.waitForTimeout(50);
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "BODY");
  await page.getByRole("textbox", { name: "Your name" }).press("Escape");

  await press(page, page.getByRole("button", { name: "Add a bot" }));
  await focusIs(page, 'li[data-kind="bot"] .who');
  await press(page, page.getByRole("button", { name: "Send away" }));
  await focusIs(page, 'li[data-kind="open"] .who');
  await press(page, page.getByRole("button", { name: "Deal the cards" }));
  await focusIs(page, "main.table h1");

  await choose(page, variant);
  await press(page, page.getByRole("button", { name: "Another card" }));
  await focusIs(page, ".hand button");
  const { ply } = await choose(page, variant);
  await press(page, page.locator(".spaces button").first());
  await awaitPly(page, ply);
  await focusIs(page, ".hand");

  await press(page, page.getByRole("button", { name: "Menu" }));
  await press(page, page.getByRole("button", { name: "Invite others" }));
  await focusIs(page, "dialog h2");
  await page.keyboard.press("Escape");
  await focusIs(page, "button", /^Menu/);
  await press(page, page.getByRole("button", { name: "Menu" }));
  await press(page, page.getByRole("button", { name: "First page" }));
  await focusIs(page, "h1", /^Sarja/);

  await drawsByHand(browser, variant);
});

/** After a play the owed draw is one key away, also after a reload, and the bot waits for it. */
async function drawsByHand(browser, variant) {
  const page = await openPage(browser);
  await page.getByRole("button", { name: "Set up a table" }).click();
  await page.getByLabel("New cards").selectOption("manual");
  await page.getByRole("button", { name: "Deal the cards" }).click();
  const { ply, hand } = await choose(page, variant);
  await press(page, page.locator(".spaces button").first());
  await awaitPly(page, ply);
  await focusIs(page, ".actions .main", /^Draw a card/);
  await page.getByText("Draw your card").first().waitFor();
  await page.waitForTimeout(1500);
  await page.reload();
  await focusIs(page, ".actions .main", /^Draw a card/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (count) => document.querySelectorAll("[data-card]").length === count,
    hand.length,
  );
  await focusIs(page, ".hand");
}

/** Choose a card that has a short list of spaces. */
async function choose(page, variant) {
  const now = await awaitTurn(page);
  const board = await readBoard(page, variant);
  const moves = rankMoves(variant, board, now.hand, 1);
  const best = moves.find(({ card }) => variant.cards[card].effect === "place");
  assert.ok(best, "a hand without a card to place");
  await press(page, page.locator(`[data-card="${best.card}"]`).first());
  await page.locator(".spaces button").first().waitFor();
  return now;
}

async function press(page, button) {
  await button.focus();
  await page.keyboard.press("Enter");
}

async function focusIs(page, selector, words = /(?:)/) {
  const found = await page
    .waitForFunction(
      ([wanted, source]) => {
        const now = document.activeElement;
        return now?.matches(wanted) && new RegExp(source).test(now.textContent.trim());
      },
      [selector, words.source],
      { timeout: 10_000 },
    )
    .catch(() => null);
  const now = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
  assert.ok(found, `the focus is not on ${selector}, but on ${found ? "" : await now()}`);
}
