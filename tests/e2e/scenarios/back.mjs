// Coming back, whatever it was: a tab asleep, another network, a laptop closed over night, a server that
// was restarted, a socket that was lost long ago. It is the same seat, the same hand, the same moment.

import { address, askRunner, assert, awaitTurn, fetchVariant, openPage, openTable, scenario, sitDown, situation, Tapper } from "../stage.mjs";
import { layCable } from "../cable.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers");
  const cable = await layCable(new URL(address).port);
  const aino = await openPage(browser);
  const settings = { variant: "numbers", seats: 2, turn_seconds: 3600 };
  const code = await openTable(aino, settings);
  await sitDown(aino, code, "Aino");
  let ilma = await openPage(browser, "/", {}, cable.address);
  await sitDown(ilma, code, "Ilma");
  await aino.getByRole("button", { name: "Deal the cards" }).click();
  for (const page of [aino, ilma]) await page.locator("[data-card]").first().waitFor();

  const table = { variant, aino, ilma: () => ilma };

  // The tab is put to sleep, or the phone is locked: the page stands still while Aino plays.
  let before = await toAino(table);
  const devtools = await ilma.context().newCDPSession(ilma);
  await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
  await new Tapper(aino, variant, 1).turn();
  await devtools.send("Page.setWebLifecycleState", { state: "active" });
  await same(table, before);

  // Another network: the old one is gone, and the browser says when there is one again.
  before = await toAino(table);
  await ilma.context().setOffline(true);
  cable.cut();
  await ilma.locator(".banner").waitFor();
  await new Tapper(aino, variant, 1).turn();
  cable.mend();
  await ilma.context().setOffline(false);
  await same(table, before);

  // The laptop is closed over night: nothing is left of the page but what the browser keeps.
  before = await toAino(table);
  const storageState = await ilma.context().storageState();
  await ilma.context().close();
  await new Tapper(aino, variant, 1).turn();
  ilma = await openPage(browser, `/t/${code}`, { storageState }, cable.address);
  await same(table, before);

  // The server is restarted, in the middle of Ilma's turn and in the middle of Aino's.
  before = await situation(ilma);
  await askRunner("restart");
  await ilma.locator(".banner").waitFor({ state: "hidden" });
  assert.deepEqual(await situation(ilma), before);
  before = await toAino(table);
  await askRunner("restart");
  await new Tapper(aino, variant, 1).turn();
  await same(table, before);

  // The socket is dead, and nobody has said so: packets go nowhere until the page wonders.
  before = await toAino(table);
  cable.freeze();
  await new Tapper(aino, variant, 1).turn();
  await ilma.locator(".banner").waitFor({ timeout: 40_000 });
  cable.mend();
  await same(table, before);
  cable.close();
});

/** Play until it is Aino's turn; what Ilma has before her then. */
async function toAino({ variant, aino, ilma }) {
  if (!(await situation(aino)).yours) await new Tapper(ilma(), variant, 2).turn();
  const { ply } = await awaitTurn(aino);
  await ilma().waitForFunction(
    (wanted) => Number(document.querySelector("main.table")?.dataset.ply) === wanted,
    ply,
  );
  return situation(ilma());
}

/** Ilma sees what Aino has played, has the hand that she had, and it is her turn. */
async function same({ aino, ilma }, before) {
  const now = await awaitTurn(ilma());
  assert.deepEqual(now.hand, before.hand);
  assert.ok(now.ply > before.ply);
  assert.equal(now.ply, (await situation(aino)).ply);
  await ilma().getByRole("timer").waitFor();
  await ilma().locator(".banner").waitFor({ state: "hidden" });
}
