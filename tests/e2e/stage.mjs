// What every scenario needs: a browser, pages that are watched, and a player who uses them.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { rankMoves, readBoard } from "./strategy.mjs";

const require = createRequire(new URL("../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");

export { assert, require };

/** Read from the runner: where the server is, which browser, and what else the scenario is told. */
const told = JSON.parse(process.argv[2] ?? "{}");
export const { address, options = {} } = told;
const PATIENCE = 30_000;

/** Run the scenario in a browser of its own; the exit code tells how it went. */
export async function scenario(run, extraArguments = []) {
  const browser = await chromium.launch({
    executablePath: told.chromium,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...extraArguments,
    ],
  });
  try {
    await run(browser);
  } catch (error) {
    console.error(error);
    process.exitCode = 1;
    await picture(browser);
  }
  await browser.close();
  // The runner's end of standard input is still open, which would keep this process here.
  process.exit();
}

async function picture(browser) {
  let count = 0;
  for (const context of browser.contexts()) {
    for (const page of context.pages()) {
      const path = `${told.folder}/failure-${++count}.png`;
      await page.screenshot({ path, timeout: 5000 }).catch(() => undefined);
      console.error(`${page.url()} looked like ${path}`);
    }
  }
}

/** A page whose every request must stay at home, and which must never complain. */
export async function openPage(browser, path = "/", contextOptions = {}, base = address) {
  const context = await browser.newContext({
    locale: "en",
    reducedMotion: "reduce",
    viewport: { width: 390, height: 780 },
    ...contextOptions,
  });
  context.setDefaultTimeout(PATIENCE);
  const page = await context.newPage();
  watch(page, new URL(base).host);
  await page.goto(base + path);
  return page;
}

function watch(page, host) {
  const stop = (what) => {
    console.error(what);
    process.exitCode = 1;
  };
  const checkHost = (url) => {
    if (new URL(url).host !== host && !url.startsWith("blob:")) stop(`a request left home: ${url}`);
  };
  page.on("request", (request) => checkHost(request.url()));
  page.on("websocket", (socket) => checkHost(socket.url()));
  page.on("pageerror", (error) => stop(`an error in the page: ${error.stack}`));
  page.on("console", (message) => {
    // While the server is away the browser itself reports each attempt to reach it.
    const known = /WebSocket connection|ERR_CONNECTION|ERR_INCOMPLETE_CHUNKED/;
    if (message.type() !== "error" || known.test(message.text())) return;
    stop(`the console says: ${message.text()} (${message.location().url})`);
  });
}

export async function fetchVariant(name) {
  return (await fetch(`${told.direct ?? address}/api/variants/${name}`)).json();
}

/** The code of a new table with settings that no form offers. */
export function openTable(page, settings) {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        const id = `for-a-scenario-${Math.random()}`.slice(0, 40);
        socket.onopen = () => socket.send(JSON.stringify({ type: "open", id, settings: wanted }));
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.type === "opened") resolve(message.code);
          if (message.type === "refused") reject(new Error(data));
        };
      }),
    settings,
  );
}

/** Sit down at the table of that code, under that name. */
export async function sitDown(page, code, name) {
  await page.goto(`${new URL(page.url()).origin}/t/${code}`);
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Sit down", exact: true }).first().click();
  await page.getByRole("button", { name: "Deal the cards" }).waitFor();
}

/** What has been said to those who listen, of late. */
export async function heard(page) {
  return bare((await page.locator("[aria-live]").allInnerTexts()).join(" "));
}

/** Let the page think that its tab is hidden, or its phone locked, or not any more. */
export async function hide(page, hidden) {
  await page.evaluate((now) => {
    Object.defineProperty(document, "visibilityState", {
      configurable: true,
      get: () => (now ? "hidden" : "visible"),
    });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}

/** Ask the runner for something that only it can do, and wait until it is done. */
export function askRunner(what) {
  return new Promise((resolve) => {
    process.stdin.once("data", (said) => {
      process.stdin.pause();
      resolve(String(said));
    });
    process.stdin.resume();
    console.log(`!${what}`);
  });
}

/** What the page asks of its person now. */
export async function situation(page) {
  return page.evaluate(() => {
    const table = document.querySelector("main.table");
    const is = (selector) => document.querySelector(selector) !== null;
    return {
      ply: Number(table?.dataset.ply ?? -1),
      over: is(".end"),
      choosing: is(".choice"),
      yours: is(".status.yours"),
      hand: [...document.querySelectorAll("[data-card]")].map((card) => card.dataset.card),
    };
  });
}

/** Wait until it is this page's turn, or the game is over. */
export async function awaitTurn(page) {
  await page.waitForFunction(
    () => document.querySelector(".end, .choice, .status.yours"),
    null,
    { polling: 50 },
  );
  return situation(page);
}

/** Wait until the game has gone on, or is over. */
export async function awaitPly(page, before) {
  await page.waitForFunction(
    (ply) => {
      const now = Number(document.querySelector("main.table")?.dataset.ply);
      return now > ply || document.querySelector(".end") !== null;
    },
    before,
    { polling: 30 },
  );
}

/** Somebody who plays by tapping; `team` is the person's. */
export class Tapper {
  constructor(page, variant, team) {
    Object.assign(this, { page, variant, team });
  }

  /** Take one turn; false when the game is over. */
  async turn() {
    const now = await awaitTurn(this.page);
    if (now.over) return false;
    if (now.choosing) await this.page.getByRole("button", { name: "Lock this line" }).click();
    else await this.play(now.hand);
    await awaitPly(this.page, now.ply);
    return true;
  }

  async play(hand) {
    const board = await readBoard(this.page, this.variant);
    const best = rankMoves(this.variant, board, hand, this.team)[0];
    if (best) {
      await this.choose(best.card);
      await this.page.locator(`[data-space="${best.space}"]`).click();
    } else {
      await this.exchangeOrPass(hand);
    }
  }

  async choose(card) {
    const button = this.page.locator(`[data-card="${card}"]`).first();
    if ((await button.getAttribute("aria-pressed")) !== "true") await button.click();
  }

  /** With no card to play: exchange a dead one, or else pass. */
  async exchangeOrPass(hand) {
    const pass = this.page.getByRole("button", { name: /^(Pass|I can.t play)$/ });
    const dead = hand.find((card) => this.variant.cards[card].effect === "place");
    if (dead && !this.tried) {
      await this.choose(dead);
      const exchange = this.page.getByRole("button", { name: "Exchange dead card" });
      if (await exchange.count()) {
        this.tried = true;
        await exchange.click();
        return;
      }
      await this.page.getByRole("button", { name: "Another card" }).click();
    }
    this.tried = false;
    await pass.click();
  }

  async toTheEnd(limit = 400) {
    for (let turns = 0; turns < limit; turns++) if (!(await this.turn())) return turns;
    throw new Error(`no end after ${limit} turns`);
  }
}

/** The messages that the page is sent from now on: a list that grows. */
export function framesOf(page) {
  const frames = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => frames.push(JSON.parse(payload))),
  );
  return frames;
}

/** A pattern for a text of the catalogue, in which marks of direction stand round what is filled in. */
export function text(wanted) {
  const letters = [...wanted].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/, "\\$&"));
  return new RegExp(letters.join("[\\u2068\\u2069\\uFE0E]*"));
}

/** The text without those marks. */
export function bare(told) {
  return told.replace(/[\u2068\u2069\uFE0E]/g, "");
}
