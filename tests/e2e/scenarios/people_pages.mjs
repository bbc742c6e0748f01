// The pages beside a table, in light and dark and in every width: accounts, signing in, a finished game.

import { fits, inspect } from "../looks.mjs";
import { assert, openPage, options, scenario } from "../stage.mjs";

const WIDTHS = [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 768, height: 1024 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
];

await scenario(async (browser) => {
  const guest = await openPage(browser, "/account", { viewport: WIDTHS[0] });
  for (const way of ["Sign in", "Make an account", "Password forgotten?"]) {
    await guest.getByRole("button", { name: way }).first().click();
    await look(guest, way);
  }
  await guest.getByLabel("Name", { exact: true }).fill(`Väinö ${Date.now()}`);
  await guest.getByRole("button", { name: "Make an account" }).first().click();
  await guest.getByLabel("Password", { exact: true }).fill("a long walk home");
  await guest.locator("form").getByRole("button", { name: "Make an account" }).click();
  await guest.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  await look(guest, "codes");

  const aino = await openPage(browser, "/icon.svg", { viewport: WIDTHS[0] });
  await aino.evaluate((kept) => localStorage.setItem("sarja.session", kept), options.session);
  await aino.goto(new URL("/account", aino.url()).href);
  await aino.getByRole("heading", { name: "History" }).waitFor();
  await aino.getByRole("heading", { name: "Blocked" }).waitFor();
  for (const part of await aino.locator("summary").all()) await part.click();
  await look(aino, "account");

  const review = await openPage(browser, `/review/${options.review}`, { viewport: WIDTHS[0] });
  await review.getByRole("heading", { name: "What went wrong" }).waitFor();
  await look(review, "review");
  for (const size of WIDTHS) await standsTogether(review, size);
});

/** The ways to go on are right under the board; where there is room beside it nothing need be scrolled to. */
async function standsTogether(page, size) {
  await page.setViewportSize(size);
  const [board, controls, now] = await page.evaluate(() => {
    scrollTo(0, 0);
    const boxes = [".board", ".controls", ".now"].map((one) => document.querySelector(one).getBoundingClientRect());
    return boxes.map(({ left, right, top, bottom }) => ({ left, right, top, bottom }));
  });
  const at = `${size.width}x${size.height} ${JSON.stringify({ board, controls, now })}`;
  assert.ok(now.top >= controls.bottom && now.top - controls.bottom < 24, at);
  if (size.width < size.height) {
    assert.ok(controls.top >= board.bottom && controls.top - board.bottom < 24, at);
  } else if (size.width >= 900) {
    assert.ok(Math.max(board.bottom, controls.bottom, now.bottom) <= size.height, at);
    assert.ok(board.right <= controls.left, at);
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), at);
  }
}

async function look(page, name) {
  await inspect(page, name);
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    await fits(page, `${name} ${size.width}`);
    for (const colorScheme of options.pictures ? ["light", "dark"] : []) {
      await page.emulateMedia({ colorScheme });
      const path = `${options.pictures}/${name.replace(/\W/g, "")}-${size.width}-${colorScheme}.png`;
      await page.screenshot({ path, fullPage: true });
    }
  }
  await page.setViewportSize(WIDTHS[0]);
}
