// What the host does: bots on the open seats, others change places at a full table, somebody is sent
// away, before a game and in it. Others are not offered any of it.

import { assert, openPage, openTable, scenario, sitDown, text } from "../stage.mjs";

await scenario(async (browser) => {
  const aino = await openPage(browser);
  const code = await openTable(aino, { variant: "numbers-small", seats: 4, teams: 2 });
  await sitDown(aino, code, "Aino");
  const ilma = await openPage(browser);
  await sitDown(ilma, code, "Ilma");
  const seppo = await openPage(browser);
  await sitDown(seppo, code, "Seppo");

  assert.equal(await ilma.getByRole("button", { name: /Put a bot on the open seat/ }).count(), 0);
  await aino.getByRole("button", { name: /Put a bot on the open seat/ }).click();
  await row(aino, 4).getByText(/Bot/).first().waitFor();

  // The table is full: Ilma and Seppo change places, and with them the teams.
  assert.equal(await ilma.getByLabel(/changes places with/).count(), 0);
  await row(aino, 2).getByLabel(text("Ilma changes places with")).selectOption("3");
  await row(aino, 3).locator("strong", { hasText: "Ilma" }).waitFor();
  await row(ilma, 2).locator("strong", { hasText: "Seppo" }).waitFor();
  assert.match(await row(ilma, 3).innerText(), /you/);

  // The host changes places, too, and stays the host.
  await row(aino, 4).getByLabel(/changes places with/).selectOption("1");
  await row(ilma, 4).getByText("host").waitFor();

  await row(aino, 2).getByRole("button", { name: /Send away/ }).click();
  await seppo.getByRole("button", { name: "Sit down", exact: true }).first().waitFor();

  await aino.getByRole("button", { name: "Deal the cards" }).click();
  for (const page of [aino, ilma]) await page.locator("[data-card]").first().waitFor();
  await ilma.getByRole("button", { name: "Menu" }).click();
  await ilma.getByRole("button", { name: "Leave the table" }).waitFor();
  assert.equal(await ilma.getByRole("button", { name: "Send somebody away" }).count(), 0);
  await ilma.keyboard.press("Escape");
  await aino.getByRole("button", { name: "Menu" }).click();
  await aino.getByRole("button", { name: "Send somebody away" }).click();
  await aino.getByRole("button", { name: text("Send Ilma away") }).click();
  await ilma.getByText("You are watching.").waitFor();
  assert.equal(await ilma.locator("[data-card]").count(), 0);
  await aino.locator("li.seat", { hasText: "Ilma" }).waitFor({ state: "detached" });
});

function row(page, seat) {
  return page.locator("main .seats li").nth(seat - 1);
}
