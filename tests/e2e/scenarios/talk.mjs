// Four people in two teams, and one who watches: table talk is called and judged, a call is taken back
// after a restart; set phrases are said and heard; and one person is muted in one browser.

import { askRunner, assert, bare, fetchVariant, heard, openPage, openTable, scenario, sitDown, situation, Tapper, text } from "../stage.mjs";

const NAMES = ["Aino", "Ilma", "Seppo", "Kaisa"];

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers-small");
  const pages = [];
  let code;
  for (const name of NAMES) {
    const page = await openPage(browser);
    code ??= await openTable(page, { variant: "numbers-small", seats: 4, teams: 2, table_talk: "penalty" });
    await sitDown(page, code, name);
    pages.push(page);
  }
  const [aino, ilma, seppo, kaisa] = pages;
  const watcher = await openPage(browser, `/t/${code}`);
  await watcher.getByText("Kaisa").first().waitFor();

  // In the lobby, too.
  await say(aino, "Hello!");
  await ilma.locator('[data-said="hello"]').waitFor();
  assert.match(await heard(kaisa), /Aino: Hello!/);

  await aino.getByRole("button", { name: "Deal the cards" }).click();
  for (const page of [...pages, watcher]) await page.getByRole("grid").waitFor();

  // Ilma calls table talk of Aino and Seppo. Kaisa alone is asked; all see it.
  await call(ilma, "Blue");
  for (const page of [aino, seppo, kaisa, watcher]) {
    await notice(page).getByText(text("Ilma says that there was table talk by Blue.")).waitFor();
    assert.equal(await notice(page).getByRole("button").count(), page === kaisa ? 2 : 0);
  }
  await notice(ilma).getByText(text("Waiting for Kaisa.")).waitFor();
  assert.match(bare(await notice(ilma).getByRole("timer").innerText()), /^[0-9]+ second/);
  for (const page of pages) assert.equal((await situation(page)).yours, false, "the game rests");
  assert.match(await heard(kaisa), /Ilma says that there was table talk by Blue/);
  await notice(kaisa).getByRole("button", { name: "Yes, there was" }).click();
  for (const page of [aino, seppo]) await giveUp(page);
  for (const page of [...pages, watcher]) await notice(page).waitFor({ state: "detached" });
  assert.match(await log(watcher), /Table talk is ruled against Blue/);

  // Aino is not believed, and calls no more in this game.
  await call(aino, "Green");
  await notice(seppo).getByRole("button", { name: "No, there was none" }).click();
  await notice(aino).waitFor({ state: "detached" });
  assert.match(await heard(aino), /Too few agree with you/);
  await aino.getByRole("button", { name: "Menu" }).click();
  await aino.getByRole("button", { name: "Leave the table" }).waitFor();
  assert.equal(await aino.getByRole("button", { name: "Call table talk" }).count(), 0);
  await aino.keyboard.press("Escape");

  // A restart forgets no call; who has made it may take it back.
  await call(seppo, "Green");
  await askRunner("restart");
  for (const page of pages) {
    await page.getByRole("img", { name: "connected to the server" }).first().waitFor();
    await notice(page).getByText(text("there was table talk by Green")).waitFor();
  }
  await notice(seppo).getByRole("button", { name: "Take it back" }).click();
  for (const page of pages) await notice(page).waitFor({ state: "detached" });
  const players = pages.map((page, at) => new Tapper(page, variant, (at % 2) + 1));
  await (await toMove(players)).turn();

  await phrases(kaisa, aino, watcher);
  await mute(aino, ilma, seppo);
});

/** What Kaisa says all see and hear, and it stands among the moves; at last she must wait. */
async function phrases(kaisa, aino, watcher) {
  assert.equal(await watcher.getByRole("button", { name: "Say something" }).count(), 0);
  await say(kaisa, "Thank you!");
  await aino.locator('.seat [data-said="thanks"]', { hasText: "Thank you!" }).waitFor();
  await say(kaisa, "a cup of tea");
  for (const page of [aino, watcher]) await page.locator('.seat [data-said="tea"] svg').waitFor();
  assert.match(await heard(aino), /Kaisa: Thank you!.*Kaisa: a cup of tea/s);
  assert.match(await log(watcher), /Kaisa: Thank you!/);
  await say(kaisa, "Sorry!");
  await say(kaisa, "Sorry!");
  await kaisa.getByText("you have said a lot").waitFor();
  await kaisa.keyboard.press("Escape");
}

/** Aino does not hear Ilma any more; the others do. It outlasts a reload, and is undone. */
async function mute(aino, ilma, seppo) {
  await aino.getByRole("button", { name: "Menu" }).click();
  await aino.getByRole("button", { name: "Mute somebody" }).click();
  await aino.getByRole("button", { name: /^Mute .*Ilma/ }).click();
  await aino.getByRole("button", { name: /^Hear .*Ilma.* again/ }).waitFor();
  await aino.keyboard.press("Escape");
  await say(ilma, "Goodbye!");
  await seppo.locator('[data-said="bye"]').waitFor();
  assert.match(await log(seppo), /Ilma: Goodbye!/);
  const hidden = async () => {
    assert.equal(await aino.locator('[data-said="bye"]').count(), 0);
    assert.doesNotMatch(await heard(aino), /Goodbye/);
    assert.doesNotMatch(await log(aino), /Goodbye/);
  };
  await hidden();
  await aino.reload();
  await aino.getByRole("grid").waitFor();
  await hidden();
  // Nothing else of Ilma is hidden.
  assert.equal(await aino.locator(".seat .name", { hasText: "Ilma" }).count(), 1);
  await aino.getByRole("button", { name: "Menu" }).click();
  await aino.getByRole("button", { name: "Mute somebody" }).click();
  await aino.getByRole("button", { name: /^Hear .*Ilma.* again/ }).click();
  await aino.keyboard.press("Escape");
  assert.match(await log(aino), /Ilma: Goodbye!/);
}

function notice(page) {
  return page.getByRole("region", { name: "Table talk?" });
}

async function say(page, what) {
  await page.getByRole("button", { name: "Say something" }).click();
  await page.getByRole("button", { name: what }).click();
}

async function call(page, team) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: text(`Call table talk of ${team}`) }).click();
}

async function giveUp(page) {
  await page.getByText("choose a card that you give up (R16)").waitFor();
  const { hand } = await situation(page);
  await page.locator("[data-card]").first().click();
  await page.getByRole("button", { name: "Give up" }).click();
  await page.waitForFunction(
    (count) => document.querySelectorAll("[data-card]").length === count,
    hand.length - 1,
  );
}

async function log(page) {
  await page.getByRole("button", { name: "Moves" }).click();
  const told = bare(await page.getByRole("dialog").innerText());
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  return told;
}

async function toMove(players) {
  for (let tries = 0; tries < 400; tries++) {
    for (const player of players) if ((await situation(player.page)).yours) return player;
    await players[0].page.waitForTimeout(50);
  }
  throw new Error("nobody is to move");
}
