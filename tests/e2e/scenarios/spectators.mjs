// A spectator sees the public game and no hand, is sent away when the host says so, waits at the door,
// and sees all hands when the game is over.

import { assert, awaitTurn, fetchVariant, framesOf, openPage, scenario, Tapper } from "../stage.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers-small");
  const aino = await openPage(browser);
  await aino.getByText("Small Numbers", { exact: true }).click();
  await aino.getByRole("button", { name: "Play", exact: true }).click();
  const player = new Tapper(aino, variant, 1);
  await player.turn();
  const { pathname } = new URL(aino.url());

  const eve = await openPage(browser, "/icon.svg");
  const frames = framesOf(eve);
  await eve.goto(new URL(pathname, aino.url()).href);
  await eve.getByText("You are watching").waitFor();
  await eve.getByRole("button", { name: /discard pile/ }).first().waitFor();
  assert.equal(await eve.getByRole("button", { name: "Menu" }).count(), 1);
  await player.turn();
  await admit(aino, "Let nobody watch");
  await eve.getByRole("heading", { name: "played without spectators" }).waitFor();
  assert.equal(await eve.locator(".board").count(), 0, "the board is gone with it");
  const seen = frames.length;
  await eve.getByRole("button", { name: "Look now" }).click();
  await eve.waitForTimeout(300);
  await eve.reload();
  await eve.getByRole("heading", { name: "played without spectators" }).waitFor();
  const told = frames.slice(seen).map(({ type, code }) => code ?? type);
  const answers = new Set(told.filter((one) => one !== "signed-in"));
  assert.deepEqual([...answers].sort(), ["spectators-none", "welcome"]);
  await awaitTurn(aino);
  await admit(aino, "Let others watch");
  await eve.getByRole("button", { name: "Look now" }).click();
  await eve.getByText("You are watching").waitFor();

  const views = () => frames.map(({ view }) => view?.game).filter(Boolean);
  assert.ok(views().length > 3);
  for (const game of views()) {
    if (game.outcome) continue;
    assert.deepEqual([game.hand, game.hands, game.may, game.dead], [[], [], [], []]);
  }
  await player.toTheEnd();
  await eve.getByRole("button", { name: "All hands" }).click();
  const hands = eve.getByRole("dialog").locator(".hands > li");
  await hands.first().waitFor();
  assert.equal(await hands.count(), 2);
  assert.equal(
    await hands.locator("ol li").count(),
    views().at(-1).hands.flat().length,
    "every card of every hand is shown",
  );
});

async function admit(page, name) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("button", { name }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}
