// Whoever runs the server looks at the tables and closes one: people there are told, and find the way on.

import { askRunner, assert, openPage, scenario } from "../stage.mjs";

await scenario(async (browser) => {
  const aino = await openPage(browser);
  await aino.getByLabel("Your name").fill("Aino");
  await aino.getByText("Small Numbers", { exact: true }).click();
  await aino.getByRole("button", { name: "Play", exact: true }).click();
  await aino.getByRole("grid").waitFor();
  const path = new URL(aino.url()).pathname;
  const code = path.split("/").at(-1);

  const tables = await askRunner("admin tables");
  assert.match(tables, new RegExp(`${code} .* playing +Aino`));
  const hand = await aino.locator("[data-card]").evaluateAll((cards) => cards.map((c) => c.dataset.card));
  const view = JSON.parse(await askRunner(`admin inspect ${code} --json`)).view;
  assert.deepEqual([view.game.hand, view.game.hands, view.game.may], [[], [], []]);
  assert.equal(view.game.hand_sizes[0], hand.length);

  await askRunner(`admin close ${code}`);
  await aino.getByText("the host of this server has closed the table").waitFor();
  await aino.reload();
  await aino.getByText("the host of this server has closed the table").waitFor();
  await aino.getByRole("button", { name: "First page" }).click();
  await aino.getByRole("button", { name: "Play", exact: true }).waitFor();
});
