// Somebody is reported to the host of the server and blocked: at the next table there is no seat for them, and
// who is banned is sent away.

import { askRunner, assert, openPage, openTable, scenario, sitDown, text } from "../stage.mjs";

await scenario(async (browser) => {
  const aino = await openPage(browser, "/account");
  await aino.getByRole("button", { name: "Make an account" }).first().click();
  await aino.getByLabel("Name", { exact: true }).fill("Aino");
  await aino.getByLabel("Password", { exact: true }).fill("a long walk home");
  await aino.locator("form").getByRole("button", { name: "Make an account" }).click();
  await aino.getByRole("button", { name: "I have written them down" }).click();

  const settings = { variant: "numbers-small", seats: 3 };
  const first = await openTable(aino, settings);
  await sitDown(aino, first, "Aino");
  const loki = await (await browser.newContext({ locale: "en" })).newPage();
  await loki.goto(aino.url());
  await sitDown(loki, first, "Loki");

  await aino.getByText("Loki").first().waitFor();
  const about = aino.getByRole("dialog");
  await aino.getByRole("button", { name: "Report or block somebody" }).click();
  await about.getByRole("button", { name: text("About Loki") }).click();
  await about.getByLabel("Why").selectOption("name");
  await about.getByRole("button", { name: "Report", exact: true }).click();
  await about.getByText("Reported. Thank you.").waitFor();
  await about.getByRole("button", { name: text("Block Loki") }).click();
  await about.getByText(text("Loki is blocked.")).first().waitFor();
  await aino.keyboard.press("Escape");

  // In a game the menu has the same; what is blocked already is said.
  await aino.getByRole("button", { name: "Deal the cards" }).click();
  await aino.getByRole("button", { name: "Menu" }).click();
  await about.getByRole("button", { name: "Report or block somebody" }).click();
  await about.getByRole("button", { name: text("About Loki") }).click();
  await about.getByText(text("Loki is blocked.")).waitFor();
  const reports = await askRunner("admin reports");
  assert.match(reports, new RegExp(`${first} +0 +Loki, a guest: has a name that hurts \\(says Aino\\)`));

  // Nor is Loki heard, also after a reload, and by a block that is made nowhere else.
  await aino.evaluate(() => localStorage.removeItem("sarja.muted"));
  await aino.reload();
  await aino.getByRole("button", { name: "Menu" }).click();
  await about.getByRole("button", { name: "Mute somebody" }).click();
  await about.getByRole("button", { name: text("Hear Loki again") }).waitFor();

  // At another table there is no seat for Loki, under whatever name.
  const second = await openTable(aino, settings);
  await sitDown(aino, second, "Aino");
  await loki.goto(new URL(`/t/${second}`, loki.url()).href);
  await loki.getByLabel("Your name").fill("Somebody else");
  await loki.getByRole("button", { name: "Sit down" }).first().click();
  await loki.getByText("you cannot sit down at this table").first().waitFor();

  // Not blocked any more, Loki sits down; and is banned.
  await aino.goto(new URL("/account", aino.url()).href);
  await aino.getByRole("button", { name: text("Block Loki no longer") }).click();
  await aino.getByRole("heading", { name: "Blocked" }).waitFor({ state: "hidden" });
  await sitDown(loki, second, "Loki");
  await aino.goto(new URL(`/t/${second}`, aino.url()).href);
  await aino.getByText("Loki").first().waitFor();
  const number = reports.trim().split(/ +/)[0];
  // Both browsers have the same address here, so both are sent away.
  assert.match(await askRunner(`admin ban --report ${number}`), /guest:[0-9a-f]+ is banned/);
  await loki.getByText("No connection to the server").first().waitFor();
});
