// Four browsers in two teams to the end, with a reload and a restart of the server in the middle.

import {
  askRunner,
  assert,
  awaitPly,
  bare,
  fetchVariant,
  openPage,
  scenario,
  situation,
  Tapper,
} from "../stage.mjs";

const NAMES = ["Aino", "Väinö", "Seppo", "Ilma"];
const WINDOWS = [
  { viewport: { width: 390, height: 780 } },
  { viewport: { width: 640, height: 360 } },
  { viewport: { width: 820, height: 1100 } },
  { viewport: { width: 1280, height: 720 } },
];

await scenario(async (browser) => {
  const variant = await fetchVariant("classic");
  const host = await openPage(browser, "/", WINDOWS[0]);
  await host.getByLabel("Your name").fill(NAMES[0]);
  await host.getByRole("button", { name: "Set up a table" }).click();
  await host.getByRole("combobox", { name: "Players" }).selectOption("4");
  const code = new URL(host.url()).pathname.split("/").at(-1);

  const pages = [host];
  for (const [at, name] of NAMES.entries()) if (at > 0) pages.push(await join(browser, code, at, name));
  for (const page of pages) {
    assert.equal(await page.locator('li[data-kind="person"]').count(), 4);
  }
  await host.getByRole("button", { name: "Deal the cards" }).click();
  const players = pages.map((page, at) => new Tapper(page, variant, (at % 2) + 1));

  await playTurns(players, 10);
  const told = await logOf(pages[1]);
  assert.match(told, /has the lowest card and deals \(R4\)\.\nThe .*cut/);
  assert.match(told, /You draw /);
  await pages[1].reload();
  assert.equal(await logOf(pages[1]), told, "a reload forgets nothing");
  await playTurns(players, 10);
  await askRunner("restart");
  await playTurns(players, Infinity);

  const titles = await Promise.all(pages.map((page) => page.locator(".end h2").innerText()));
  assert.equal(titles[0], titles[2], "team-mates win and lose together");
  assert.equal(titles[1], titles[3]);
  await pages[2].getByRole("button", { name: "Seats and settings" }).click();
  await host.getByRole("button", { name: "Deal the cards" }).waitFor();
});

/** The game so far in words, as the page tells it. */
async function logOf(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Moves" }).click();
  const told = bare(await dialog.locator("ol").innerText());
  await page.keyboard.press("Escape");
  return told;
}

/** Even seats come by the code, odd ones by the link. */
async function join(browser, code, at, name) {
  const page = await openPage(browser, at % 2 ? `/t/${code}` : "/", WINDOWS[at]);
  if (at % 2 === 0) {
    await page.getByLabel("Join a table").fill(code.toLowerCase());
    await page.getByRole("button", { name: "Join", exact: true }).click();
  }
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down" }).click();
  await page.locator("li.own").waitFor();
  return page;
}

/** Whoever is to move moves, so many times or to the end. */
async function playTurns(players, turns) {
  for (let turn = 0; turn < turns && turn < 500; turn++) {
    const { player, ply } = await whoIsToMove(players);
    if (!player) return;
    await player.turn();
    await Promise.all(players.map(({ page }) => awaitPly(page, ply)));
  }
}

async function whoIsToMove(players) {
  for (let tries = 0; tries < 600; tries++) {
    for (const player of players) {
      const now = await situation(player.page);
      if (now.yours || now.choosing) return { player, ply: now.ply };
    }
    const all = await Promise.all(players.map(({ page }) => situation(page)));
    if (all.every(({ over }) => over)) return {};
    await players[0].page.waitForTimeout(50);
  }
  throw new Error("nobody is to move");
}
