// A game on a made-up host name over plain http, which is no secure context: as at home.

import { address, assert, fetchVariant, openPage, scenario, Tapper } from "../stage.mjs";

const { hostname } = new URL(address);

await scenario(
  async (browser) => {
    const variant = await fetchVariant("numbers-small");
    const page = await openPage(browser);
    const context = await page.evaluate(() => ({
      secure: isSecureContext,
      uuid: typeof crypto.randomUUID,
      subtle: typeof crypto.subtle,
      clipboard: typeof navigator.clipboard,
    }));
    assert.deepEqual(context, {
      secure: false,
      uuid: "undefined",
      subtle: "undefined",
      clipboard: "undefined",
    });
    await page.getByText("Small Numbers", { exact: true }).click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await new Tapper(page, variant, 1).toTheEnd();

    await page.getByRole("button", { name: "Seats and settings" }).click();
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByText("Copied.").waitFor();
    const link = await page.getByLabel("Link to this table").inputValue();
    assert.equal(new URL(link).hostname, hostname, "links carry the public address");
    assert.equal(await page.getByText("leads to this machine alone").count(), 0);
    await page.getByRole("img", { name: /QR code/ }).waitFor();
  },
  [`--host-resolver-rules=MAP ${hostname} 127.0.0.1`],
);
