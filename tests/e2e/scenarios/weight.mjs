// What a phone loads over the wire to show a table, heads of the answers included, before the language
// file; that a second visit loads next to nothing; and that no language costs an error.

import { address, assert, openPage, options, scenario } from "../stage.mjs";

await scenario(async (browser) => {
  const start = await openPage(browser);
  await start.getByRole("button", { name: "Play", exact: true }).click();
  await start.getByRole("grid").waitFor();
  const { pathname } = new URL(start.url());

  // The invitation is opened on another device, which has nothing of the page yet.
  const page = await openPage(browser, "/icon.svg");
  const first = await weigh(page, pathname);
  const together = sum(first);
  console.log(`together ${together}`);
  assert.ok(first.size > 3 && together > 10_000, "nothing is measured");
  assert.ok(together < options.limit, `${together} bytes are too many`);
  const texts = first.get("/locales/en.ftl");
  assert.ok(texts > 1000 && texts < options.texts, `${texts} bytes of texts`);

  const again = await weigh(page, pathname);
  assert.ok(sum(again) + again.get("/locales/en.ftl") < options.again, "what is there is kept");

  // The texts of that language are still to come: English is shown, and nothing is missing.
  const finnish = await openPage(browser, pathname, { locale: "fi-FI" });
  await finnish.getByText("You are watching").waitFor();
});

/** The bytes of each answer, by its path. */
async function weigh(page, pathname) {
  const requests = [];
  const note = (request) => requests.push(request);
  page.on("requestfinished", note);
  await page.goto(address + pathname);
  await page.getByRole("grid").waitFor();
  await page.waitForLoadState("networkidle");
  page.off("requestfinished", note);
  const loaded = new Map();
  for (const request of requests) {
    const { responseBodySize, responseHeadersSize } = await request.sizes();
    const path = request.url().replace(address, "");
    console.log(`${path} ${responseHeadersSize} + ${responseBodySize}`);
    loaded.set(path, responseHeadersSize + responseBodySize);
  }
  return loaded;
}

function sum(loaded) {
  let bytes = 0;
  for (const [path, size] of loaded) if (!path.startsWith("/locales/")) bytes += size;
  return bytes;
}
