// A table before the game: bots with names and what they do, and people who change their name.

import { assert, bare, openPage, scenario, text } from "../stage.mjs";

await scenario(async (browser) => {
  const aino = await openPage(browser);
  await aino.getByLabel("Your name").fill("Aino");
  await aino.getByRole("button", { name: "Set up a table" }).click();
  await aino.getByRole("combobox", { name: "Players" }).selectOption("3");
  const { pathname } = new URL(aino.url());
  // Nobody else comes by an address of this machine alone, and the page says what helps.
  await aino.getByText("This address leads to this machine alone").waitFor();
  const ilma = await openPage(browser, pathname);
  await ilma.getByLabel("Your name").fill("Ilma");
  await ilma.getByRole("button", { name: "Sit down" }).click();
  await ilma.locator("li.own").waitFor();

  await bots(aino, ilma);
  await names(aino, ilma);
  await guests(browser);
});

/** Who types no name is a guest, and the next one is another. */
async function guests(browser) {
  const first = await openPage(browser);
  await first.getByRole("button", { name: "Set up a table" }).click();
  await first.locator("li.own").getByText("Guest", { exact: true }).waitFor();
  const second = await openPage(browser, new URL(first.url()).pathname);
  await second.getByRole("button", { name: "Sit down" }).click();
  await second.locator("li.own strong", { hasText: text("Guest 2") }).waitFor();
}

async function bots(aino, ilma) {
  const kinds = await aino.evaluate(async () => (await fetch("/api/bots")).json());
  await aino.getByRole("button", { name: "Add a bot" }).click();
  const kind = aino.getByLabel("Kind of bot");
  await kind.waitFor();
  assert.equal(await kind.inputValue(), kinds.find((one) => one.default).name);
  assert.equal(await kind.locator("option").count(), kinds.length);
  await kind.selectOption("random");
  for (const page of [aino, ilma]) {
    const seat = page.locator('li[data-kind="bot"]');
    await seat.getByText("plays any move that is allowed").waitFor();
    await seat.getByText("Random").first().waitFor({ state: "attached" });
    assert.match(bare(await seat.innerText()), /Seat 3, Blue|Seat 3, Red/);
  }
}

async function names(aino, ilma) {
  const own = aino.locator("li.own");
  await own.getByRole("button", { name: "Rename" }).click();
  await own.getByLabel("Your name").fill("ilma");
  await own.getByRole("button", { name: "Save" }).click();
  const problem = aino.getByRole("alert");
  await problem.waitFor();
  assert.match(bare(await problem.innerText()), /somebody at the table is called ilma already/);

  await own.getByLabel("Your name").fill("  Aino   the Great ");
  await aino.keyboard.press("Enter");
  for (const page of [aino, ilma]) await page.getByText("Aino the Great", { exact: true }).waitFor();
  await own.getByRole("button", { name: "Rename" }).waitFor();
  assert.equal(await problem.count(), 0, "what was wrong is forgotten");

  await own.getByRole("button", { name: "Rename" }).click();
  await aino.keyboard.press("Escape");
  await own.getByRole("button", { name: "Rename" }).and(aino.locator(":focus")).waitFor();
  await aino.reload();
  await aino.locator("li.own").getByText("Aino the Great").waitFor();
}
