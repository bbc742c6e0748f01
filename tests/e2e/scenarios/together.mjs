// Pausing, going on, and ending: one asks, all see who has agreed, and one who declines is enough to
// leave it. A pause lasts over a restart.

import { askRunner, assert, awaitTurn, fetchVariant, heard, openPage, openTable, scenario, sitDown, Tapper, text } from "../stage.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers-small");
  const aino = await openPage(browser);
  const ilma = await openPage(browser);
  const code = await openTable(aino, { variant: "numbers-small", seats: 2, turn_seconds: 300 });
  await sitDown(aino, code, "Aino");
  await sitDown(ilma, code, "Ilma");
  await aino.getByRole("button", { name: "Deal the cards" }).click();
  for (const page of [aino, ilma]) await page.getByRole("grid").waitFor();

  await ask(aino, "Pause the game");
  await ilma.getByText(text("Aino would like to pause the game.")).first().waitFor();
  await ilma.getByText(text("Agreed: Aino. Waiting for Ilma.")).waitFor();
  await ilma.getByRole("button", { name: "Do not agree" }).click();
  await aino.getByText(text("Waiting for Ilma.")).waitFor({ state: "detached" });
  assert.match(await heard(aino), /It is off: Ilma does not agree/);

  await ask(ilma, "Pause the game");
  await aino.getByRole("button", { name: "Agree", exact: true }).click();
  for (const page of [aino, ilma]) await page.getByRole("heading", { name: "Paused" }).waitFor();
  assert.equal(await aino.locator(".status.yours").count(), 0);
  const [before] = await clocks(aino, ilma);

  await askRunner("restart");
  await ilma.reload();
  for (const page of [aino, ilma]) {
    await page.getByRole("img", { name: "connected to the server" }).first().waitFor();
    await page.getByRole("heading", { name: "Paused" }).waitFor();
  }
  const [after] = await clocks(aino, ilma);
  assert.equal(after, before, "the clock stands in a pause, and while the server is away");

  await ilma.getByRole("button", { name: "Go on" }).click();
  await aino.getByText(text("Ilma would like to go on.")).first().waitFor();
  await aino.getByRole("button", { name: "Agree", exact: true }).click();
  for (const page of [aino, ilma]) {
    await page.getByRole("heading", { name: "Paused" }).waitFor({ state: "detached" });
  }
  const first = (await aino.locator(".status.yours").count()) ? aino : ilma;
  await awaitTurn(first);
  await new Tapper(first, variant, first === aino ? 1 : 2).turn();

  await ask(ilma, "End the game");
  await aino.getByRole("button", { name: "Agree", exact: true }).click();
  for (const page of [aino, ilma]) await page.getByRole("button", { name: "Deal the cards" }).waitFor();
  assert.match(await heard(ilma), /All have agreed to end the game/);
});

async function ask(page, what) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: what }).click();
}

function clocks(...pages) {
  return Promise.all(pages.map((page) => page.getByRole("timer").innerText()));
}
