// A table where cards are drawn by hand, with two people and two bots; and somebody who only watches.
// Table talk costs there, but nobody of the other team is there to judge it.

import {
  assert,
  awaitTurn,
  fetchVariant,
  openPage,
  scenario,
  situation,
  Tapper,
  text,
} from "../stage.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("classic");
  const [aino, ilma, watcher] = await seats(browser);
  const players = [new Tapper(aino, variant, 1), new Tapper(ilma, variant, 2)];
  await watches(watcher);

  // After Aino comes Ilma, who takes her time; after Ilma a bot, before whom nobody can draw.
  for (let player; player !== players[0]; ) {
    player = await toMove(players);
    if (player !== players[0]) await player.turn();
  }
  await playAndDraw(players[0]);
  const [drawer, other] = players;
  assert.equal(await toMove(players), other);
  await callInVain(other.page);
  await leave(drawer.page);
});

async function seats(browser) {
  const aino = await openPage(browser);
  await aino.getByLabel("Your name").fill("Aino");
  await aino.getByRole("button", { name: "Set up a table" }).click();
  await aino.getByRole("combobox", { name: "Players" }).selectOption("4");
  await aino.getByLabel("New cards").selectOption("manual");
  await aino.getByLabel("Table talk").selectOption("penalty");
  const { pathname } = new URL(aino.url());

  const ilma = await openPage(browser, pathname);
  await ilma.getByText("Table talk").waitFor();
  await ilma.getByLabel("Your name").fill("Ilma");
  await ilma.getByRole("button", { name: "Sit here Seat" }).last().click();
  await ilma.getByRole("button", { name: "Move here Seat" }).first().click();
  const moved = aino.locator('li[data-kind="person"]', { hasText: "Ilma" });
  await moved.filter({ hasText: text("Seat 2,") }).waitFor();
  await aino.getByRole("button", { name: "Add a bot" }).first().click();
  const watcher = await openPage(browser, pathname);
  await ilma.getByRole("button", { name: "Deal the cards" }).click();
  return [aino, ilma, watcher];
}

async function watches(page) {
  await page.getByText("You are watching").waitFor();
  assert.equal(await page.locator("[data-card]").count(), 0, "no hand is shown");
}

async function toMove(players) {
  for (let tries = 0; tries < 400; tries++) {
    for (const player of players) if ((await situation(player.page)).yours) return player;
    await players[0].page.waitForTimeout(50);
  }
  throw new Error("nobody is to move");
}

async function playAndDraw(player) {
  const { hand } = await awaitTurn(player.page);
  await player.turn();
  await player.page.getByRole("button", { name: "Draw a card" }).click();
  await player.page.waitForFunction(
    (count) => document.querySelectorAll("[data-card]").length === count,
    hand.length,
  );
}

/** A bot is no judge, and nobody judges alone. */
async function callInVain(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Call table talk of" }).click();
  await page.getByText("nobody judges alone").waitFor();
  await page.keyboard.press("Escape");
}

/** Who leaves a game is replaced by a bot, and is back on the first page. */
async function leave(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Leave the table" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave the table" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
}
