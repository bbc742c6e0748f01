// A whole game with the keyboard alone: no tap, no focus set from outside.

import { assert, awaitPly, awaitTurn, fetchVariant, openPage, scenario } from "../stage.mjs";
import { rankMoves, readBoard } from "../strategy.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("classic");
  const page = await openPage(browser, "/", { viewport: { width: 1000, height: 700 } });
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
  await tabTo(page, (focused) => focused.text === "Play");
  await page.keyboard.press("Enter");

  await awaitTurn(page);
  await walksOverTheBoard(page);
  for (let turn = 0; turn < 300; turn++) {
    const now = await awaitTurn(page);
    if (now.over) break;
    if (now.choosing) await chooseLine(page);
    else await playTurn(page, variant, now);
    await awaitPly(page, now.ply);
  }
  assert.ok((await awaitTurn(page)).over);
  await page.waitForFunction(() => document.activeElement?.closest(".end"));
  await tabTo(page, (focused) => focused.text === "Rematch");
  await page.keyboard.press("Enter");
  await page.locator('main.table[data-game="2"]').waitFor();
});

/** What has the focus. */
function focused(page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    const { space, card } = element?.dataset ?? {};
    return { text: element?.textContent?.trim() ?? "", space, card, tag: element?.tagName };
  });
}

async function tabTo(page, wanted, key = "Tab") {
  for (let presses = 0; presses < 60; presses++) {
    if (wanted(await focused(page))) return;
    await page.keyboard.press(key);
  }
  throw new Error(`not reached by ${key}: ${wanted}`);
}

async function walksOverTheBoard(page) {
  const press = async (keys) => {
    for (const key of keys) await page.keyboard.press(key);
    return (await focused(page)).space;
  };
  await tabTo(page, ({ space }) => space !== undefined);
  assert.equal(await press(["Control+Home"]), "a1");
  assert.equal(await press(["ArrowRight", "ArrowDown"]), "b2");
  assert.equal(await press(["Control+ArrowRight"]), "j2");
  assert.equal(await press(["Control+ArrowDown"]), "j10");
  assert.equal(await press(["Control+ArrowLeft", "Control+ArrowUp"]), "a1");
  assert.equal(await press(["k"]), "g2", "the next king in reading order");
  assert.equal(await press(["k"]), "b4");
  await page.waitForTimeout(1000);
  assert.equal(await press(["1", "0", "h"].slice(0, 2)), "a6", "digits typed quickly are one number");
}

async function playTurn(page, variant, { hand }) {
  const best = rankMoves(variant, await readBoard(page, variant), hand, 1)[0];
  const card = best?.card ?? hand.find((one) => variant.cards[one].effect === "place");
  // The hand comes after the board, which is one stop.
  await tabTo(page, ({ space }) => space !== undefined, "Shift+Tab");
  const at = hand.indexOf(card);
  await step(page, at + 1, "Tab");
  assert.equal((await focused(page)).card, card);
  await page.keyboard.press("Enter");
  if (!best) {
    await tabTo(page, ({ text }) => text === "Exchange dead card");
    await page.keyboard.press("Enter");
    return;
  }
  await step(page, at + 1, "Shift+Tab");
  const { space } = await focused(page);
  await step(page, best.space.charCodeAt(0) - space.charCodeAt(0), "ArrowRight", "ArrowLeft");
  await step(page, best.space.slice(1) - space.slice(1), "ArrowDown", "ArrowUp");
  assert.equal((await focused(page)).space, best.space);
  await page.keyboard.press("Enter");
}

async function step(page, count, forwards, backwards) {
  const key = count > 0 ? forwards : backwards;
  for (let steps = 0; steps < Math.abs(count); steps++) await page.keyboard.press(key);
}

async function chooseLine(page) {
  await tabTo(page, ({ tag }) => tag === "INPUT");
  await page.keyboard.press("ArrowDown");
  await tabTo(page, ({ text }) => text === "Lock this line");
  await page.keyboard.press("Enter");
}
