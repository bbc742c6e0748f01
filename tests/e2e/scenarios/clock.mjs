// A table with a turn clock: it counts down for all to see, is set in the form, and when time is up a
// bot plays that turn, or all wait.

import { assert, awaitTurn, fetchVariant, heard, openPage, openTable, scenario, sitDown, Tapper, text } from "../stage.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers-small");
  const aino = await openPage(browser);
  const ilma = await openPage(browser);
  const rules = { variant: "numbers-small", seats: 2, turn_seconds: 12 };
  const code = await openTable(aino, { ...rules, run_out: "bot" });
  await sitDown(aino, code, "Aino");
  await sitDown(ilma, code, "Ilma");
  await ilma.getByText(text("12 seconds")).waitFor();
  await ilma.getByText("a bot plays that turn").waitFor();
  await aino.getByRole("button", { name: "Deal the cards" }).click();
  await aino.getByRole("timer").waitFor();
  const slow = (await aino.locator(".status.yours").count()) ? aino : ilma;
  const other = slow === aino ? ilma : aino;

  // The one who is to play lets the time go by; the other sees the same clock.
  const [first, second] = [await seconds(slow), await seconds(other)];
  assert.ok(first <= 12 && Math.abs(first - second) <= 2, `${first} and ${second} seconds`);
  await slow.waitForFunction(() => !document.querySelector(".status.yours"), null, { timeout: 20_000 });
  const said = await heard(slow);
  assert.match(said, /Your time is up: a bot plays this turn for you/);
  await slow.getByRole("button", { name: "Moves" }).click();
  await slow.getByRole("dialog").getByText("(A bot played.)").waitFor();
  await slow.keyboard.press("Escape");

  // A move in time gives the other one a whole turn again.
  await awaitTurn(other);
  await new Tapper(other, variant, other === aino ? 1 : 2).turn();
  await awaitTurn(slow);
  assert.ok((await seconds(slow)) >= 10);

  await waits(browser, variant, rules);
});

/** Where the table waits, the turn stays the person's. */
async function waits(browser, variant, rules) {
  const seppo = await openPage(browser);
  const code = await openTable(seppo, { ...rules, turn_seconds: 5, run_out: "wait" });
  await sitDown(seppo, code, "Seppo");
  await seppo.getByLabel("When time is up").selectOption("wait");
  await seppo.getByRole("button", { name: "Deal the cards" }).click();
  const player = new Tapper(seppo, variant, 1);
  const { ply } = await awaitTurn(seppo);
  await seppo.getByRole("timer").getByText("time is up").waitFor();
  assert.match(await heard(seppo), /Your time is up; the others wait for you/);
  assert.equal((await awaitTurn(seppo)).ply, ply);
  await player.turn();
}

/** How many seconds the page shows to be left. */
async function seconds(page) {
  const [, minutes, rest] = (await page.getByRole("timer").innerText()).match(/(\d+):(\d\d)/);
  return 60 * Number(minutes) + Number(rest);
}
