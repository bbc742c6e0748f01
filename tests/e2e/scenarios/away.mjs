// Somebody is gone: others see it, let a bot play, and the seat is given back; the page of who was gone
// says honestly what happened. The settings form offers it, and those who cannot change it read it.

import { assert, fetchVariant, heard, hide, openPage, scenario, Tapper, text } from "../stage.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers-small");
  const aino = await openPage(browser);
  await aino.getByLabel("Your name").fill("Aino");
  await aino.getByText("Small Numbers", { exact: true }).click();
  await aino.getByRole("button", { name: "Set up a table" }).click();
  await aino.getByLabel("When somebody is gone").selectOption("300");
  const { pathname } = new URL(aino.url());

  const ilma = await openPage(browser, pathname);
  await ilma.getByLabel("Your name").fill("Ilma");
  await ilma.getByRole("button", { name: "Sit down" }).first().click();
  await ilma.getByText(text("a bot plays after 5 minutes")).waitFor();
  await aino.getByRole("button", { name: "Deal the cards" }).click();
  const players = [new Tapper(aino, variant, 1), new Tapper(ilma, variant, 2)];
  for (const { page } of players) await page.getByRole("grid").waitFor();
  if (await yours(aino)) await players[0].turn();

  // Ilma locks her phone at her turn: connected still, and soon away.
  await hide(ilma, true);
  const seat = aino.locator("li.seat", { hasText: "Ilma" });
  await seat.getByText(/ away$/).waitFor();
  await aino.getByText(text("Ilma is away.")).waitFor();
  await aino.getByRole("button", { name: text("Let a bot play for Ilma") }).click();
  await aino.locator(".status.yours").waitFor();
  await seat.getByText(/ a bot plays$/).waitFor();
  await aino.getByRole("button", { name: "Moves" }).click();
  await aino.getByRole("dialog").getByText("(A bot played.)").first().waitFor();
  await aino.keyboard.press("Escape");
  await ilma.getByText("A bot is playing for you").waitFor({ state: "attached" });

  // She looks at it again: it is Aino's turn, so the next one is hers.
  await hide(ilma, false);
  await seat.getByText(/ a bot plays$/).waitFor({ state: "detached" });
  await ilma.getByText("A bot is playing for you").waitFor({ state: "detached" });
  assert.match(await heard(ilma), /You play yourself again/);
  await players[0].turn();
  await players[1].turn();

  // A socket that is gone is told at once, and is no absence yet.
  if (!(await yours(aino))) await players[1].turn();
  await ilma.close();
  await seat.getByText(/connection lost|away/).waitFor();
});

function yours(page) {
  return page.locator(".status.yours").count();
}
