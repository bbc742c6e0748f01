// The camera of tools/screenshots.py: node tools/screenshots.mjs CHROMIUM < order.json
// The socket is answered here with the scene; everything else comes from the server.

import { createRequire } from "node:module";

const require = createRequire(new URL("../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");

const SIZES = [
  [360, 740, 2],
  [768, 1024, 1],
  [1440, 900, 1],
];

const order = JSON.parse(await readAll(process.stdin));
const browser = await chromium.launch({
  executablePath: process.argv[2],
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--hide-scrollbars"],
});
for (const [name, scene] of Object.entries(order.scenes)) {
  for (const [width, height, scale] of SIZES) {
    for (const look of ["light", "dark"]) {
      await picture(name, scene, width, height, scale, look);
    }
  }
}
await browser.close();

async function picture(name, scene, width, height, scale, look) {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    // The narrowest is a phone.
    hasTouch: width < 500,
    isMobile: width < 500,
    colorScheme: look,
    reducedMotion: "reduce",
    locale: "en",
  });
  const page = await context.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.addInitScript((seat) => {
    localStorage.setItem("sarja.name", "Aino");
    if (seat) localStorage.setItem("sarja.seats", JSON.stringify([seat]));
  }, scene.view && kept(scene.view));
  await page.routeWebSocket(/\/ws$/, (socket) => answer(socket, scene.view));
  await page.goto(order.address + (scene.view ? `/t/${order.code}` : "/"));
  await page.locator("main .button:visible").first().waitFor();
  if (scene.choose) await page.locator(`[data-card="${scene.choose}"]`).first().click();
  await page.waitForTimeout(300);
  await page.evaluate(() => document.activeElement?.blur());
  await page.screenshot({ path: `${order.out}/web-${name}-${width}-${look}.png` });
  await context.close();
}

function kept(view) {
  const { table, code, variant } = view;
  return { table, code, variant, token: "0".repeat(48), seat: view.you, at: 0 };
}

function answer(socket, view) {
  const say = (message) => socket.send(JSON.stringify(message));
  say({ type: "welcome", protocol: 1, server: "", url: "http://192.168.1.5:7474" });
  socket.onMessage((text) => {
    const message = JSON.parse(text);
    if (message.type === "attach") say({ type: "table", view, events: [], id: message.id });
    if (message.type === "ping") say({ type: "pong" });
  });
}

async function readAll(stream) {
  let text = "";
  for await (const part of stream) text += part;
  return text;
}
