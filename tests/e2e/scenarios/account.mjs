// An account from its making to its end: recovery codes, a rated game, statistics, another device, all of
// one's data, and nothing left.

import { readFile } from "node:fs/promises";
import { askRunner, assert, bare, fetchVariant, openPage, scenario, Tapper, text } from "../stage.mjs";

const PASSWORD = "a long walk home";

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers-small");
  const aino = await openPage(browser);
  await aino.getByLabel("Your name").fill("Aino");
  await aino.getByRole("link", { name: "Account" }).click();
  await aino.getByRole("button", { name: "Make an account" }).first().click();
  await aino.getByLabel("Name", { exact: true }).fill("Aino");
  await aino.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await aino.locator("form").getByRole("button", { name: "Make an account" }).click();
  await aino.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  const codes = await aino.locator("code").allTextContents();
  assert.equal(codes.length, 8);
  await aino.getByRole("button", { name: "I have written them down" }).click();
  await aino.getByText("No game is over yet.").waitFor();

  // What is refused is said. (The browser reports it on its console, so this page is not watched.)
  const eve = await (await browser.newContext({ locale: "en" })).newPage();
  await eve.goto(aino.url());
  await eve.getByLabel("Name", { exact: true }).fill("Aino");
  await eve.getByLabel("Password", { exact: true }).fill("something else");
  await eve.locator("form").getByRole("button", { name: "Sign in" }).click();
  await eve.getByRole("alert").getByText("no account of that name with that password").waitFor();

  // A rated game against a bot.
  await aino.getByRole("button", { name: "First page" }).click();
  await aino.getByText("Small Numbers", { exact: true }).click();
  await aino.getByRole("button", { name: "Set up a table" }).click();
  await aino.getByLabel("Rating").selectOption("true");
  await aino.getByRole("button", { name: "Deal the cards" }).click();
  await aino.getByRole("grid").waitFor();
  await new Tapper(aino, variant, 1).toTheEnd();

  await aino.goto(new URL("/account", aino.url()).href);
  const bar = aino.getByRole("img", { name: "Small Numbers" });
  assert.match(bare(await bar.getAttribute("aria-label")), /(1 won, 0 drawn, 0|0 won, 0 drawn, 1|0 won, 1 drawn, 0) lost/);
  await aino.getByText("This is still uncertain.").waitFor();
  const ratings = aino.locator("section", { has: aino.getByRole("heading", { name: "Ratings of this server" }) });
  await ratings.getByText("Aino").waitFor();
  await ratings.getByText("Casual").waitFor();
  const history = aino.locator("section", { has: aino.getByRole("heading", { name: "History" }) });
  await history.getByRole("link").first().click();
  await aino.getByRole("heading", { name: "A game of" }).waitFor();

  // Another device, by a code; the first one is signed out by it.
  const phone = await openPage(browser, "/account");
  await phone.getByRole("button", { name: "Password forgotten?" }).click();
  await phone.getByLabel("Name", { exact: true }).fill("aino");
  await phone.getByLabel("Recovery code").fill(codes[0].toUpperCase());
  await phone.getByLabel("New password").fill("another long walk");
  await phone.getByRole("button", { name: "Set the new password" }).click();
  await phone.getByText(text("Signed in as Aino")).waitFor();
  await phone.getByText(text("7 recovery codes are left.")).waitFor({ state: "attached" });

  // And when all codes are lost, by one of the host's.
  const told = await askRunner("admin reset-password Aino");
  const code = told.trim().split(" ").at(-1);
  const late = await openPage(browser, "/account");
  await late.getByRole("button", { name: "Password forgotten?" }).click();
  await late.getByLabel("Name", { exact: true }).fill("Aino");
  await late.getByLabel("Recovery code").fill(code);
  await late.getByLabel("New password").fill(PASSWORD);
  await late.getByRole("button", { name: "Set the new password" }).click();
  await late.getByText(text("Signed in as Aino")).waitFor();

  const [download] = await Promise.all([
    late.waitForEvent("download"),
    late.getByRole("button", { name: "Download all that is kept of you" }).click(),
  ]);
  const kept = JSON.parse(await readFile(await download.path(), "utf8"));
  assert.deepEqual([kept.name, kept.games.length], ["Aino", 1]);

  await late.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await late.getByText("Delete the account").click();
  await late.getByRole("button", { name: "Delete for ever" }).click();
  await late.getByText("Nobody needs an account to play.").waitFor();
  assert.match(await askRunner("admin accounts"), /There are no accounts/);
});
