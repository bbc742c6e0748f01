// A finished game is looked at again: step by step, with all hands, its record and its analysis; by its
// link also elsewhere; and while a game is played there is nothing to see.

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { address, assert, bare, fetchVariant, openPage, options, scenario, Tapper } from "../stage.mjs";

const FIXED = "The order of the deck is fixed";
const WAS_FIXED = "The order of the deck was fixed before the deal";

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers-small");
  const aino = await openPage(browser);
  await aino.getByLabel("Your name").fill("Aino");
  await aino.getByText("Small Numbers", { exact: true }).click();
  await aino.getByRole("button", { name: "Play", exact: true }).click();
  await aino.getByRole("grid").waitFor();
  // What commits to the order of the deck is told at the deal, and is there again at the end.
  await aino.getByRole("button", { name: "Moves" }).click();
  const told = hashIn(await aino.getByRole("dialog").getByText(FIXED).innerText());
  await aino.getByRole("button", { name: "Close" }).click();
  await new Tapper(aino, variant, 1).toTheEnd();
  const board = await chips(aino);

  await aino.getByRole("button", { name: "Look at it again" }).click();
  await aino.getByRole("heading", { name: "A game of" }).waitFor();
  const review = new URL(aino.url()).pathname;
  assert.match(review, /^\/review\/[\w-]{22}$/);
  assert.deepEqual(await chips(aino), board, "it begins with the end");
  assert.equal(hashIn(await aino.getByText(WAS_FIXED).innerText()), told);

  // Stepping, by buttons, by keys, and by the list of moves.
  const count = await aino.locator("ol li").count();
  await aino.getByRole("button", { name: "To the deal" }).click();
  await aino.getByText("The deal: nobody has moved yet.").first().waitFor();
  assert.deepEqual(await chips(aino), []);
  await aino.getByRole("button", { name: "Next" }).click();
  await aino.locator("main.review[data-step='1']").waitFor();
  await aino.keyboard.press("ArrowRight");
  await aino.keyboard.press("ArrowRight");
  await aino.keyboard.press("ArrowLeft");
  await aino.locator("main.review[data-step='2']").waitFor();
  assert.equal(new URL(aino.url()).hash, "#2");
  await aino.locator("ol button").nth(3).click();
  await aino.locator("main.review[data-step='4']").waitFor();
  assert.equal(await aino.locator("ol [aria-current='step']").count(), 1);
  for (const hand of await aino.getByRole("list", { name: /^Hand of/ }).all()) {
    assert.ok((await hand.getByRole("listitem").count()) > 3, "all hands are open");
  }
  await aino.reload();
  await aino.locator("main.review[data-step='4']").waitFor();

  // Nothing can be done there.
  await aino.locator("[data-space='b2']").click();
  await aino.locator("main.review[data-step='4']").waitFor();

  const [download] = await Promise.all([
    aino.waitForEvent("download"),
    aino.getByRole("link", { name: "Download the record" }).click(),
  ]);
  const record = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.equal(record.format, "sarja-record/1");
  assert.equal(record.moves.length, count);
  assert.deepEqual(record.players[0], "Aino");
  const [deal] = record.commitments;
  assert.ok(deal.hash.startsWith(told.replaceAll(" ", "")));
  const opened = createHash("sha256").update([deal.salt, ...record.deck].join(" "));
  assert.equal(opened.digest("hex"), deal.hash);

  // Its link, on a device that was not there.
  const far = await openPage(browser, `${review}#1`);
  await far.locator("main.review[data-step='1']").waitFor();

  if (options.analysis === "off") {
    await far.getByText("This server does not analyse games.").waitFor();
    return;
  }
  await far.getByRole("button", { name: "Analyse this game" }).click();
  await far.locator("[data-analysis='done']").waitFor({ timeout: 90_000 });
  const curve = await far.getByRole("img", { name: "Chance to win" }).getAttribute("aria-label");
  assert.match(bare(curve), /Blue: \d+\s% at the beginning, (0|100)\s% at the end/);
  await far.getByText("Chance for").waitFor();
  // It is kept: who comes later has it at once.
  await aino.reload();
  await aino.locator("[data-analysis='done']").waitFor();

  // A game that is being played has no such page.
  await aino.goto(address);
  const context = await browser.newContext({ locale: "en" });
  const nobody = await context.newPage();
  await nobody.goto(`${address}/review/${"A".repeat(22)}`);
  await nobody.getByRole("heading", { name: "No game here" }).waitFor();
});

/** The beginning of the hash that the text tells. */
function hashIn(said) {
  return bare(said).match(/([0-9a-f]{4} ){3}[0-9a-f]{4}/)[0];
}

/** The chips on the board, by space. */
function chips(page) {
  return page
    .locator("[data-space][data-team]")
    .evaluateAll((spaces) => spaces.map(({ dataset }) => `${dataset.space}=${dataset.team}`).sort());
}
