// Each thing that the page fetches fails at first, and the page works all the same.

import { assert, openPage, scenario } from "../stage.mjs";

const PARTS = [/\/locales\/en\.ftl$/, /\/api\/variants$/, /\/api\/variants\/\w+$/, /\/api\/bots$/];
const CHUNK = /\/assets\/(Start|Lobby)-[^/]*\.js$/;

await scenario(async (browser) => {
  const page = await openPage(browser, "/icon.svg");
  const failed = [];
  for (const part of [...PARTS, CHUNK]) {
    const broken = new Set();
    await page.route(part, (route) => {
      const url = route.request().url();
      if (broken.has(url)) return route.fallback();
      broken.add(url);
      failed.push(new URL(url).pathname);
      return route.abort("connectionrefused");
    });
  }
  await page.goto(new URL("/", page.url()).href);
  await page.getByRole("radio").first().waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Set up a table" }).click();
  await page.getByRole("button", { name: "Add a bot" }).click();
  await page.locator('li[data-kind="bot"]').waitFor();
  await page.locator(".banner").waitFor({ state: "hidden" });
  assert.equal(failed.length, PARTS.length + 2, failed.join(" "));

  // What still does not come is told.
  await page.unrouteAll();
  await page.route(/\/api\/variants$/, (route) => route.abort("connectionrefused"));
  await page.goto(new URL("/", page.url()).href);
  await page.getByText("A part of the page has not arrived yet").waitFor();
  await page.unrouteAll();
  await page.getByRole("radio").first().waitFor({ state: "attached" });
  await page.locator(".banner").waitFor({ state: "hidden" });
});
