// Two people pass one device round. A hand is sent only after a deliberate press by whose turn it is,
// and is gone from the page when the turn is over; a reload begins covered.

import { assert, fetchVariant, framesOf, openPage, scenario, situation, Tapper } from "../stage.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers-small");
  const page = await openPage(browser, "/icon.svg", { viewport: { width: 360, height: 640 } });
  const frames = framesOf(page);
  await page.goto(new URL("/", page.url()).href);
  await page.getByLabel("Your name").fill("Aino");
  await page.getByText("Small Numbers", { exact: true }).click();
  await page.getByRole("button", { name: "Set up a table" }).click();
  await page.getByRole("button", { name: "Player on this device" }).click();
  await page.getByLabel("Name of the other player").fill("Ilma");
  await page.getByRole("button", { name: "Sit here" }).click();
  await page.locator('li[data-kind="person"]').nth(1).waitFor();
  assert.equal(await page.locator("li.own").count(), 2, "both are at this device");
  await names(page);

  await page.getByRole("button", { name: "Deal the cards" }).click();
  await covered(page);
  assert.ok(!frames.some(({ view }) => view?.game?.hand.length), "no hand has come yet");

  const eve = await openPage(browser, new URL(page.url()).pathname);
  await eve.getByText("You are watching").waitFor();
  const players = { Aino: new Tapper(page, variant, 1), Ilma: new Tapper(page, variant, 2) };
  const first = await uncover(page);
  // Covered again by hand, and by a reload.
  await page.getByRole("button", { name: "Cover my cards" }).click();
  await covered(page);
  assert.equal(await uncover(page), first);
  await page.reload();
  await covered(page);

  for (let turns = 0; turns < 300 && !(await situation(page)).over; turns++) {
    const name = await uncover(page);
    const heard = frames.length;
    const { ply } = await situation(page);
    await turn(page, players[name]);
    await page.locator(".cover, .end").first().waitFor();
    if ((await situation(page)).over) break;
    await covered(page);
    assert.ok((await situation(page)).ply > ply);
    const last = frames.slice(heard).findLast(({ view }) => view);
    assert.deepEqual([last.view.you, last.view.game.hand], [null, []]);
    const live = await page.locator("[data-live]").innerText();
    assert.ok(!/You draw/.test(live), "nothing of the hand is left to be read out");
  }
  for (const { view, events } of frames) {
    if (!view?.game) continue;
    if (view.you === null) assert.deepEqual([view.game.hand, view.game.may], [[], []]);
    for (const { event } of events ?? []) {
      const { type, card, seat } = event?.event ?? {};
      if (type === "Drawn" && card) assert.equal(seat, view.you, "only the uncovered seat's card");
    }
  }
  await page.getByRole("heading", { name: /has won|draw/ }).waitFor();
  await page.getByRole("button", { name: "Rematch" }).click();
  await page.locator('main.table[data-game="2"]').waitFor();
  await covered(page);
});

/** Each of them can be renamed, and sent away. */
async function names(page) {
  const ilma = page.locator("li.own").nth(1);
  await ilma.getByRole("button", { name: "Rename" }).click();
  await ilma.getByLabel("Your name").fill("Ilma II");
  await page.keyboard.press("Enter");
  await ilma.locator("strong", { hasText: "Ilma II" }).waitFor();
  await ilma.getByRole("button", { name: "Send away" }).click();
  await page.locator("strong", { hasText: "Open seat" }).waitFor();
  assert.equal(await page.locator("li.own").count(), 1);
  await page.getByRole("button", { name: "Player on this device" }).click();
  await page.getByLabel("Name of the other player").fill("Ilma");
  await page.keyboard.press("Enter");
  await page.locator("li.own").nth(1).waitFor();
}

/** Nothing of a hand is in the page. */
async function covered(page) {
  await page.locator(".cover h2").waitFor();
  assert.equal(await page.locator("[data-card], .hand").count(), 0);
}

/** The name of who has uncovered the hand. */
async function uncover(page) {
  const heading = await page.locator(".cover h2").innerText();
  const name = heading.includes("Aino") ? "Aino" : "Ilma";
  // A tap that comes too soon is taken for one that was meant for the board.
  await page.waitForTimeout(650);
  await page.getByRole("button", { name: new RegExp(`I am .*${name}`) }).click();
  await page.locator("[data-card]").first().waitFor();
  return name;
}

/** A whole turn: an exchange and the choice of a line leave the hand uncovered. */
async function turn(page, player) {
  for (let steps = 0; steps < 4; steps++) {
    const before = await situation(page);
    if (!before.yours && !before.choosing) return;
    if (before.choosing) await page.getByRole("button", { name: "Lock this line" }).click();
    else await player.play(before.hand);
    await page.waitForFunction(
      (ply) =>
        document.querySelector(".cover h2, .end") ||
        Number(document.querySelector("main.table")?.dataset.ply) > ply,
      before.ply,
    );
  }
}
