// A table's code in the address, however it was typed; and one that no table has.

import { assert, openPage, scenario } from "../stage.mjs";

await scenario(async (browser) => {
  const aino = await openPage(browser);
  await aino.getByLabel("Your name").fill("Aino");
  await aino.getByRole("button", { name: "Set up a table" }).click();
  await aino.locator("li.own").waitFor();
  const code = new URL(aino.url()).pathname.slice(3);
  const hyphened = `${code.slice(0, 2)}-${code.slice(2)}`;
  for (const written of [hyphened, hyphened.toLowerCase(), `${code.slice(0, 3)}%20${code.slice(3)}/`]) {
    const guest = await openPage(browser, `/t/${written}`);
    await guest.getByRole("heading", { name: code }).waitFor();
    await guest.context().close();
  }
  const lost = await openPage(browser, "/t/no-such");
  await lost.getByRole("heading", { name: "cannot be shown" }).waitFor();
  await lost.getByText("perhaps a letter of its code").waitFor();
  await lost.goto(new URL("/t/", lost.url()).href);
  await lost.getByLabel("Join a table").fill(` ${hyphened.toLowerCase()} `);
  await lost.getByRole("button", { name: "Join" }).click();
  await lost.getByRole("heading", { name: code }).waitFor();
  assert.equal(new URL(lost.url()).pathname, `/t/${code}`);
});
