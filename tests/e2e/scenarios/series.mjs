// Each deal is played again with seats changed: the score is shown, and no hand before both games are
// over. Then four play, and the next game has its teams shuffled.

import { assert, bare, fetchVariant, framesOf, openPage, scenario, Tapper, text } from "../stage.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers-small");
  const page = await openPage(browser, "/icon.svg", { viewport: { width: 360, height: 640 } });
  const frames = framesOf(page);
  await page.goto(new URL("/", page.url()).href);
  await page.getByLabel("Your name").fill("Aino");
  await page.getByText("Small Numbers", { exact: true }).click();
  await page.getByRole("button", { name: "Set up a table" }).click();
  await page.getByLabel("Series").selectOption("1");
  await page.getByLabel("Each deal").selectOption("yes");
  await page.getByRole("button", { name: "Deal the cards" }).click();
  await page.getByText(text("Series, game 1 of 2: Blue 0, Green 0")).waitFor();
  await new Tapper(page, variant, 1).toTheEnd();
  const first = bare(await page.locator(".end .series").innerText());
  assert.match(first, /^Series after 1 of 2 games: Blue [01], Green [01]\. The same deal comes again/);
  assert.equal(await page.getByRole("button", { name: "All hands" }).count(), 0);
  await page.getByRole("button", { name: "Next game" }).click();
  await page.getByText(text("Series, game 2 of 2:")).waitFor();
  const told = frames.map(({ view }) => view?.game).filter(Boolean);
  for (const game of told) assert.deepEqual([game.hands, game.review], [[], null]);
  await new Tapper(page, variant, 1).toTheEnd();
  const last = bare(await page.locator(".end .series").innerText());
  assert.match(last, /has won the series: Blue \d, Green \d|The series is drawn: Blue 1, Green 1/);
  await page.getByRole("button", { name: "All hands" }).waitFor();
  await page.getByRole("button", { name: "New series" }).waitFor();

  await page.getByRole("button", { name: "Seats and settings" }).click();
  await page.getByRole("combobox", { name: "Players" }).selectOption("4");
  await page.getByLabel("Each deal").selectOption("no");
  await page.getByRole("button", { name: "Deal the cards" }).click();
  await page.locator('main.table[data-game="3"]').waitFor();
  await new Tapper(page, variant, 1).toTheEnd();
  await page.getByRole("button", { name: "Rematch", exact: true }).waitFor();
  await page.getByRole("button", { name: "Rematch, teams shuffled" }).click();
  await page.locator('main.table[data-game="4"]').waitFor();
  await page.locator("[data-card]").first().waitFor();
  assert.equal(await page.locator(".series").count(), 0, "games stand alone");
});
