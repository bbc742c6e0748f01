// A network that goes and comes: the page says so, keeps what was done, and does it once.

import { address, assert, awaitPly, awaitTurn, fetchVariant, openPage, scenario, Tapper } from "../stage.mjs";
import { layCable } from "../cable.mjs";

await scenario(async (browser) => {
  const cable = await layCable(new URL(address).port);
  const variant = await fetchVariant("classic");
  const page = await openPage(browser, "/", {}, cable.address);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  const player = new Tapper(page, variant, 1);
  await player.turn();

  // Cut: the connection breaks, and nobody is there.
  await awaitTurn(page);
  await page.getByRole("img", { name: "connected to the server" }).first().waitFor();
  cable.cut();
  await page.locator(".banner").waitFor();
  assert.match(await page.locator(".banner").innerText(), /No connection to the server/);
  await page.getByRole("img", { name: "no connection" }).waitFor();
  const { ply, hand } = await awaitTurn(page);
  await player.play(hand);
  assert.equal((await awaitTurn(page)).ply, ply, "nothing happens while the server is away");
  cable.mend();
  await page.waitForFunction((before) => Number(document.querySelector("main.table").dataset.ply) > before, ply);
  await page.locator(".banner").waitFor({ state: "hidden" });
  const log = (await awaitTurn(page)).ply;
  assert.ok(log === ply + 2 || log === ply + 3, "what was done in the dark happened once");

  // Silent: packets go nowhere, and no close ever comes.
  await player.turn();
  await awaitTurn(page);
  cable.freeze();
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.locator(".banner").waitFor();
  cable.mend();
  await page.getByRole("button", { name: "Try now" }).click({ timeout: 3000 }).catch(() => undefined);
  await page.locator(".banner").waitFor({ state: "hidden" });
  await player.turn();
  await playsIntoSilence(page, player, cable);
  cable.close();
});

/** A move that gets no answer says so at once, is the only one, and happens once. */
async function playsIntoSilence(page, player, cable) {
  const { ply, hand } = await awaitTurn(page);
  cable.freeze();
  await player.play(hand);
  const start = Date.now();
  await page.getByText("Sending …").waitFor({ timeout: 2_000 });
  assert.equal(await page.locator("[data-card]:not([aria-disabled])").count(), 0);
  await page.getByText("No answer yet").first().waitFor({ timeout: 5_000 });
  const banner = page.locator(".banner", { hasText: "No connection to the server" });
  await banner.waitFor({ timeout: 9_000 });
  assert.ok(Date.now() - start < 9_000, "a dead network is noticed soon");
  cable.mend();
  await awaitPly(page, ply);
  await page.locator("[data-card][aria-disabled]").first().waitFor({ state: "detached" });
  await page.locator(".banner").waitFor({ state: "hidden" });
  const after = (await awaitTurn(page)).ply;
  assert.ok(after === ply + 2 || after === ply + 3, "the move happened once");
}
