// Every page in light and dark: axe finds nothing, nothing scrolls sideways, fingers find room.

import { fingers, fits, inspect, named } from "../looks.mjs";
import { assert, openPage, options, scenario } from "../stage.mjs";

const SIZES = [
  { width: 360, height: 640 },
  { width: 640, height: 360 },
  { width: 1280, height: 800 },
];

const PHONE = { hasTouch: true, isMobile: true };

/** The windows over a page, each by the buttons that lead to it. */
const WINDOWS = {
  start: [["How to play"]],
  "set-up": [["Report or block somebody", /^About/]],
  game: [
    ["Menu"],
    ["Menu", "How to play"],
    ["Menu", "Play on another device"],
    ["Menu", "Invite others"],
    ["Menu", "Leave the table"],
    ["Menu", "Report or block somebody"],
    ["Menu", "Report or block somebody", /^About/],
    ["Moves"],
    [/discard pile/],
  ],
  choice: [],
  end: [["All hands"]],
  crowd: [],
  screen: [],
  cover: [["Menu"]],
};

await scenario(async (browser) => {
  for (const [name, scene] of Object.entries(options.scenes)) {
    const page = await openScene(browser, scene);
    await inspect(page, name);
    await windowsOf(page, name);
    await page.context().close();
    const phone = await openScene(browser, scene, PHONE);
    if (name === "game") await stands(phone);
    await fingersAt(phone, name);
    await phone.context().close();
  }
  if (!options.others) return;
  const screen = await openPage(browser, "/screen");
  await screen.locator(".gather .qr svg").waitFor();
  await inspect(screen, "screen");
  const lost = await openPage(browser, "/link#0123456789abcdef0123");
  await lost.getByRole("button").first().waitFor();
  await inspect(lost, "link");
  await lost.goto(new URL("/t/NOSUCH", lost.url()).href);
  await lost.getByRole("heading", { name: "cannot be shown" }).waitFor();
  await inspect(lost, "missing");
});

async function openScene(browser, { view, choose, path }, device = {}) {
  const page = await openPage(browser, "/icon.svg", { viewport: SIZES[0], ...device });
  if (view?.you) {
    const { table, code, variant, you } = view;
    const seat = { table, code, variant, seat: you, token: "0".repeat(48), at: 0 };
    await page.evaluate((kept) => localStorage.setItem("sarja.seats", kept), JSON.stringify([seat]));
  }
  if (view?.yours.length > 1) {
    const tokens = JSON.stringify(view.yours.map((seat) => String(seat).repeat(48)));
    const kept = [`sarja.passed.${view.code}`, tokens];
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), kept);
  }
  if (view) {
    await page.routeWebSocket(/\/ws$/, (socket) => answer(socket, view));
  }
  await page.goto(new URL(path ?? (view ? `/t/${options.code}` : "/"), page.url()).href);
  await page.locator(path ? "main.screen.game" : "main .button:visible").first().waitFor();
  if (view?.yours.length > 1) await page.locator(".cover h2").waitFor();
  if (choose) await page.locator(`[data-card="${choose}"]`).first().click();
  return page;
}

/** The server's part, with one table as it stands. */
function answer(socket, view) {
  const say = (message) => socket.send(JSON.stringify(message));
  say({ type: "welcome", protocol: 1, server: "", url: "" });
  socket.onMessage((text) => {
    const { type, id, table } = JSON.parse(text);
    if (type === "attach") say({ type: "table", view, events: [], id });
    if (type === "offer-link") {
      say({ type: "link", id, table, seat: 1, secret: "s".repeat(32), seconds: 600 });
    }
    if (type === "ping") say({ type: "pong" });
  });
}

/** Whole in the window and under nothing: the board, the hand, what is to be done, whose turn it is. */
async function inSight(page, size) {
  await page.waitForTimeout(300);
  const hidden = await page.evaluate(() => {
    const found = [];
    const wanted = [".felt [data-space]", "[data-card]", ".status .task", ".seat.turn .name", ".actions button"];
    for (const selector of wanted) {
      const all = [...document.querySelectorAll(selector)];
      if (all.length === 0) found.push(`no ${selector}`);
      for (const one of all) {
        const { left, right, top, bottom } = one.getBoundingClientRect();
        const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
        const seen = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!inside || !(one.contains(seen) || seen?.contains(one))) {
          found.push(`${selector} ${one.textContent} ${left} ${top} ${right} ${bottom}`);
        }
      }
    }
    return found;
  });
  assert.deepEqual(hidden, [], `at ${size.width}x${size.height}`);
  // Everybody can be scrolled to.
  const last = page.locator(".seat").last();
  await last.scrollIntoViewIfNeeded();
  assert.ok(await last.locator(".name").isVisible());
}

/** The score keeps off the deck, buttons off the hand, and what is printed on a discard off the rest of it. */
async function apart(page, name) {
  const close = await page.evaluate(() => {
    const found = [];
    const boxes = (selector, within = document) =>
      [...within.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect());
    const deck = boxes(".deck .back")[0]?.left ?? Infinity;
    for (const { right } of boxes(".score .number")) if (deck - right < 4) found.push(`score ${right} deck ${deck}`);
    const hand = Math.max(...boxes("[data-card]").map(({ bottom }) => bottom));
    for (const { top } of boxes(".actions .button")) if (top - hand < 7.9) found.push(`button ${top} hand ${hand}`);
    for (const card of document.querySelectorAll(".pile .card")) {
      const parts = boxes(".rank, .suit, .art", card);
      parts.forEach((one, at) =>
        parts.slice(at + 1).forEach((other) => {
          const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
          const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
          // Letters have air around them.
          if (wide > 2 && high > 2) found.push(`${card.className} ${wide} x ${high}`);
        }),
      );
    }
    return found;
  });
  assert.deepEqual(close, [], name);
}

/** The board is where it was, whatever card is chosen, or none. */
async function stands(page) {
  const box = () => page.locator(".board").boundingBox();
  const before = await box();
  await page.getByRole("button", { name: "Another card" }).click();
  assert.deepEqual(await box(), before, "no card");
  const cards = page.locator("[data-card]");
  for (let at = 0; at < (await cards.count()); at++) {
    await cards.nth(at).click();
    assert.deepEqual(await box(), before, await cards.nth(at).getAttribute("data-card"));
  }
}

/** The page and each window over it, on a phone. */
async function fingersAt(page, name) {
  await fingers(page, name);
  for (const way of WINDOWS[name]) {
    for (const step of way) await page.getByRole("button", { name: step }).first().click();
    await page.getByRole("dialog").locator("p, li, button").last().waitFor();
    await fingers(page, `${name}: ${way.at(-1)}`);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
}

/** The page in other sizes, and each window that can be opened over it. */
async function windowsOf(page, name) {
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await fits(page, `${name} ${size.width}`);
    if (await page.locator(".board").count()) await named(page, `${name} ${size.width}`);
    if (await page.locator("main.table").count()) await apart(page, `${name} ${size.width}`);
    if (name === "crowd") await inSight(page, size);
  }
  await page.setViewportSize(SIZES[0]);
  for (const way of WINDOWS[name]) {
    for (const step of way) await page.getByRole("button", { name: step }).first().click();
    await page.getByRole("dialog").locator("p, li, button").last().waitFor();
    await inspect(page, `${name}: ${way.at(-1)}`, "dialog");
    await fits(page, `${name}: ${way.at(-1)}`);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  }
}
