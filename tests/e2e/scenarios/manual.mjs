// A table where cards are drawn by hand and table talk is fined, with two people and two bots; and
// somebody who only watches.

import {
  assert,
  awaitPly,
  awaitTurn,
  bare,
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
  const [fined, judge] = players;
  assert.equal(await toMove(players), judge);
  await fine(judge, fined);
  await leave(fined.page);
});

async function seats(browser) {
  const aino = await openPage(browser);
  await aino.getByLabel("Your name").fill("Aino");
  await aino.getByRole("button", { name: "Set up a table" }).click();
  await aino.getByLabel("Players").selectOption("4");
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

/** The judge calls table talk; the other gives up a card of their own choice. */
async function fine(judge, fined) {
  const { hand } = await situation(fined.page);
  await judge.page.getByRole("button", { name: "Menu" }).click();
  await judge.page.getByRole("button", { name: "penalty for" }).click();
  await fined.page.getByText("choose a card that you give up (R16)").waitFor();
  await fined.choose(hand[2]);
  const { ply } = await situation(fined.page);
  await fined.page.getByRole("button", { name: "Give up" }).click();
  await awaitPly(fined.page, ply);
  assert.equal((await situation(fined.page)).hand.length, hand.length - 1);
  await fined.page.getByRole("button", { name: "Moves" }).click();
  const log = bare(await fined.page.getByRole("dialog").innerText());
  assert.match(log, /Table talk is ruled against (Blue|Green)/);
  assert.match(log, /You give up/);
  await fined.page.keyboard.press("Escape");
}

/** Who leaves a game is replaced by a bot, and is back on the first page. */
async function leave(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Leave the table" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave the table" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
}
