// A person against a bot, from the first page to the end and on: by taps, in Classic.

import {
  assert,
  awaitTurn,
  bare,
  fetchVariant,
  openPage,
  scenario,
  Tapper,
  text,
} from "../stage.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("classic");
  const page = await openPage(browser, "/", { viewport: { width: 360, height: 640 } });

  await page.getByLabel("Your name").fill("Aino");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const player = new Tapper(page, variant, 1);
  await player.turn();
  await lightsAndNearTaps(page, player);
  await marksAndPiles(page);
  await anotherDevice(browser, page, player);

  await player.toTheEnd();
  assert.match(await page.locator(".end h2").innerText(), /won|lost|draw/i);
  assert.ok((await page.locator(".bars .bar").count()) >= 2, "finished sequences lie under bars");
  await waysOn(page);
});

async function lightsAndNearTaps(page, player) {
  const { hand } = await awaitTurn(page);
  const card = hand.find((one) => player.variant.cards[one].effect === "place");
  await player.choose(card);
  const lit = page.locator(".space.lit");
  assert.ok((await lit.count()) <= 2);
  if (!(await lit.count())) return;
  const names = await lit.evaluateAll((spaces) => spaces.map((space) => space.dataset.space));
  const listed = await page.locator(".spaces button").allInnerTexts();
  assert.deepEqual(listed.sort(), [...names].sort(), "the same spaces stand as a list");
  // A finger beside the space, over a neighbour that the card does not name.
  const box = await lit.first().boundingBox();
  const x = box.x > 180 ? box.x - 6 : box.x + box.width + 6;
  await page.mouse.click(x, box.y + box.height / 2);
  await page.waitForFunction(() => !document.querySelector(".status.yours .problem"));
  await page.locator(`[data-space="${names[0]}"][data-team="1"]`).waitFor();
}

async function marksAndPiles(page) {
  await awaitTurn(page);
  assert.equal(await page.locator('[data-mark="last"]').count(), 1, "the last move is marked");
  const pile = page.getByRole("button", { name: text("Bot 2, discard pile") });
  const count = Number(bare(await pile.getAttribute("aria-label")).match(/pile, (\d+) card/)[1]);
  await pile.click();
  const dialog = page.getByRole("dialog");
  // The window is loaded when it is first needed.
  await dialog.getByRole("listitem").first().waitFor();
  assert.equal(await dialog.getByRole("listitem").count(), count);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Moves" }).click();
  await dialog.getByRole("button", { name: "Close" }).waitFor();
  assert.match(bare(await dialog.innerText()), /You play .* on [a-j]\d+/);
  assert.match(bare(await dialog.innerText()), /Bot 2 plays .* on [a-j]\d+/);
  await dialog.getByRole("button", { name: "Close" }).click();
}

/** A personal link brings the seat to a second device; both live on. */
async function anotherDevice(browser, page, player) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Play on another device" }).click();
  const link = new URL(await page.getByLabel("Link to your seat").inputValue());
  await page.getByRole("button", { name: "Close" }).click();
  const other = await openPage(browser, link.pathname + link.hash);
  await other.getByRole("button", { name: "Play on this device" }).click();
  const { hand } = await awaitTurn(page);
  assert.deepEqual((await awaitTurn(other)).hand, hand);
  await player.turn();
  const again = await openPage(browser, link.pathname + link.hash);
  await again.getByRole("button", { name: "Play on this device" }).click();
  await again.getByRole("alert").waitFor();
  await again.context().close();
  await other.context().close();
}

async function waysOn(page) {
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.locator('main.table[data-game="2"]').waitFor();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "First page" }).click();
  await page.getByRole("link", { name: /Table/ }).first().click();
  await page.locator('main.table[data-game="2"]').waitFor();
}
