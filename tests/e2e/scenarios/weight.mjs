// What a phone loads to show a table, as gzip makes it, before the language file.

import { gzipSync } from "node:zlib";
import { address, assert, openPage, options, scenario } from "../stage.mjs";

await scenario(async (browser) => {
  const start = await openPage(browser);
  await start.getByRole("button", { name: "Play", exact: true }).click();
  await start.getByRole("grid").waitFor();
  const { pathname } = new URL(start.url());

  // The invitation is opened on another device, which has nothing of the page yet.
  const page = await openPage(browser, "/icon.svg");
  const loaded = new Map();
  page.on("response", (response) => {
    loaded.set(response.url().replace(address, ""), response.body());
  });
  await page.goto(address + pathname);
  await page.getByRole("grid").waitFor();
  await page.waitForLoadState("networkidle");

  let sum = 0;
  for (const [path, body] of loaded) {
    if (path.startsWith("/locales/")) continue;
    const size = gzipSync(await body, { level: 6 }).length;
    console.log(`${path} ${size}`);
    sum += size;
  }
  console.log(`together ${sum}`);
  assert.ok(loaded.size > 3 && sum > 10_000, "nothing is measured");
  assert.ok(sum < options.limit, `${sum} bytes are too many`);
});
