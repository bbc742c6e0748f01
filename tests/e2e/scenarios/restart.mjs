// The server is stopped as a system does that is updated, and started again: nobody is alarmed.

import { askRunner, assert, awaitTurn, fetchVariant, openPage, scenario, Tapper } from "../stage.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("classic");
  const page = await openPage(browser);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const player = new Tapper(page, variant, 1);
  await player.turn();
  const before = await awaitTurn(page);
  await page.evaluate(() => {
    window.banners = new Set();
    const look = () => {
      const banner = document.querySelector(".banner span");
      if (banner) window.banners.add(banner.textContent);
    };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  });
  await askRunner("restart");
  await page.getByRole("img", { name: "connected to the server" }).first().waitFor();
  const after = await awaitTurn(page);
  assert.deepEqual([after.ply, after.hand], [before.ply, before.hand]);
  const said = await page.evaluate(() => [...window.banners]);
  assert.ok(said.every((text) => /starts anew/.test(text)), said.join());
  await player.turn();
});
