// Two people in two tabs of one browser, and a third who comes by a personal link: each stays who
// they are through reloads, and no seat is lost.

import { openPage, scenario, text } from "../stage.mjs";

await scenario(async (browser) => {
  const host = await openPage(browser);
  await host.getByLabel("Your name").fill("Eeva");
  await host.getByRole("button", { name: "Set up a table" }).click();
  await host.getByRole("combobox", { name: "Players" }).selectOption("3");
  await host.getByText(text("Seat 3,")).waitFor();

  const table = new URL(host.url());
  const aino = await openPage(browser, table.pathname);
  const ilma = await aino.context().newPage();
  await ilma.goto(table.href);
  for (const [page, name] of [
    [aino, "Aino"],
    [ilma, "Ilma"],
  ]) {
    await page.getByLabel("Your name").fill(name);
    await page.getByRole("button", { name: "Sit down" }).click();
    await is(page, name);
  }
  await reloaded(aino, "Aino");
  await reloaded(ilma, "Ilma");

  await host.getByRole("button", { name: "Deal the cards" }).click();
  await host.getByRole("button", { name: "Menu" }).click();
  await host.getByRole("button", { name: "Play on another device" }).click();
  const link = await host.getByLabel("Link to your seat").inputValue();
  const eeva = await aino.context().newPage();
  await eeva.goto(link);
  await eeva.getByRole("button", { name: "Play on this device" }).click();
  await eeva.getByRole("list", { name: "Your hand" }).waitFor();
  await sameHand(host, eeva);
  await eeva.reload();
  await sameHand(host, eeva);
  for (const page of [aino, ilma]) {
    const before = await hand(page);
    await page.reload();
    await page.waitForFunction(
      (cards) => [...document.querySelectorAll("[data-card]")].map((card) => card.dataset.card).join() === cards,
      before,
    );
  }
});

async function is(page, name) {
  await page.locator("li.own strong", { hasText: name }).waitFor();
}

async function reloaded(page, name) {
  await page.reload();
  await is(page, name);
}

async function hand(page) {
  await page.locator("[data-card]").first().waitFor();
  const cards = page.locator("[data-card]");
  return (await cards.evaluateAll((all) => all.map((card) => card.dataset.card))).join();
}

async function sameHand(one, other) {
  const cards = await hand(one);
  await other.waitForFunction(
    (wanted) => [...document.querySelectorAll("[data-card]")].map((card) => card.dataset.card).join() === wanted,
    cards,
  );
}
