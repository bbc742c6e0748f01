// A network that lets no WebSocket through: the page finds its way by itself, and comes back after a cut.

import { address, assert, awaitPly, awaitTurn, fetchVariant, openPage, scenario, Tapper } from "../stage.mjs";
import { layCable } from "../cable.mjs";

await scenario(async (browser) => {
  const cable = await layCable(new URL(address).port);
  const variant = await fetchVariant("classic");
  for (const how of ["closed", "cut"]) {
    const page = await openPage(browser, "/icon.svg", {}, cable.address);
    let sockets = 0;
    await page.routeWebSocket(/\/ws$/, (socket) => {
      sockets++;
      if (how === "closed") return void socket.close();
      // It opens, and is cut as soon as something comes over it.
      const server = socket.connectToServer();
      server.onMessage((message) => {
        socket.send(message);
        void socket.close();
      });
    });
    const sent = [];
    page.on("request", (request) => sent.push(new URL(request.url()).pathname));
    await page.goto(cable.address);
    await page.getByRole("button", { name: "Play", exact: true }).click();
    const player = new Tapper(page, variant, 1);
    for (let turn = 0; turn < 3; turn++) await player.turn();
    assert.ok(sockets > 0, "the WebSocket is tried first");
    assert.ok(sent.includes("/stream/send"), "and then messages go by POST");

    // The network goes and comes back: the seat and the hand are there again.
    const { ply, hand } = await awaitTurn(page);
    cable.cut();
    await page.locator(".banner").waitFor();
    await player.play(hand);
    cable.mend();
    await awaitPly(page, ply);
    await page.locator(".banner").waitFor({ state: "hidden" });
    await player.turn();
    await page.context().close();
  }
  cable.close();
});
