// A table screen opens a table by itself and is never touched; phones come by its code, have the hand
// large, and play to the end. What the screen is sent holds no hand before the end.

import { assert, bare, fetchVariant, framesOf, openPage, scenario, situation, Tapper } from "../stage.mjs";

const PHONE = { viewport: { width: 360, height: 640 } };

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers-small");
  const screen = await openPage(browser, "/icon.svg", { viewport: { width: 1440, height: 900 } });
  const frames = framesOf(screen);
  await screen.goto(new URL("/screen", screen.url()).href);
  await screen.getByRole("img", { name: "QR code" }).waitFor();
  const code = bare(await screen.locator(".code").innerText());
  assert.equal(new URL(screen.url()).pathname, `/t/${code}/screen`);
  assert.equal(await screen.getByRole("button").count(), 0, "nothing is to be touched");

  const aino = await join(browser, code, "Aino");
  await aino.getByText("One table screen shows this table.").waitFor();
  await aino.locator(".settings select").first().selectOption("numbers-small");
  await screen.getByText("Small Numbers").waitFor();
  await aino.getByLabel("Spectators").selectOption("none");
  const ilma = await join(browser, code, "Ilma");
  for (const name of ["Aino", "Ilma"]) await screen.locator(".who li", { hasText: name }).waitFor();
  await aino.getByRole("button", { name: "Deal the cards" }).click();
  await screen.getByRole("grid").waitFor();
  await screen.getByText(/is to play/).first().waitFor();
  assert.equal(await screen.locator("[data-card]").count(), 0);
  assert.equal(await screen.locator(".qr").count(), 0, "no seat is free");

  // Spectators are not let in, but the screen is, also when it comes back.
  const eve = await openPage(browser, `/t/${code}`);
  await eve.getByRole("heading", { name: "played without spectators" }).waitFor();
  await screen.reload();
  await screen.getByRole("grid").waitFor();

  const players = [aino, ilma].map((page, at) => new Tapper(page, variant, at + 1));
  await sizes(aino);
  while (!(await situation(aino)).over) {
    for (const player of players) {
      const now = await situation(player.page);
      if (now.yours || now.choosing) await player.turn();
    }
  }
  await screen.getByRole("heading", { name: /has won|draw/ }).waitFor();
  await screen.getByText("On a phone the next game is begun.").waitFor();
  const games = frames.map(({ view }) => view?.game).filter(Boolean);
  assert.ok(games.length > 8);
  for (const game of games.slice(0, -1)) {
    assert.deepEqual([game.hand, game.may, game.dead], [[], [], []]);
    if (!game.outcome) assert.deepEqual(game.hands, []);
  }
  // It was there, and shows all hands, as those do who played; who was not does not see them.
  await screen.getByRole("list", { name: "All hands" }).first().waitFor();
  const late = await openPage(browser, `/t/${code}`);
  await late.getByRole("heading", { name: /has won|draw/ }).waitFor();
  assert.equal(await late.getByRole("button", { name: "All hands" }).count(), 0);
  assert.equal(await late.getByRole("button", { name: "Look at it again" }).count(), 0);
  await aino.getByRole("button", { name: "Rematch" }).click();
  await screen.locator('main[data-game="2"]').waitFor();
});

/** What the code leads to: the QR of a screen says `#hand`. */
async function join(browser, code, name) {
  const page = await openPage(browser, `/t/${code}#hand`, PHONE);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator("li.own").waitFor();
  return page;
}

/** The cards are large and the board is small, and it can be had the other way round. */
async function sizes(page) {
  const measure = async () => {
    const card = await page.locator("[data-card]").first().boundingBox();
    const board = await page.locator(".board").boundingBox();
    return { card: card.width, board: board.height };
  };
  const large = await measure();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Large board, small cards" }).click();
  const small = await measure();
  assert.ok(large.card > 1.15 * small.card, `${large.card} and ${small.card}`);
  assert.ok(large.board < small.board, `${large.board} and ${small.board}`);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Large cards, small board" }).click();
  assert.deepEqual(await measure(), large);
}
