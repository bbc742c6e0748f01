// A teacher and five pupils: they come by one code, sit at tables of two, play, are paused, regrouped,
// and play the next round; the server stops in the middle; a pupil is moved, a name taken out. Nothing of
// it is left when the lesson is over.

import { fits, inspect } from "../looks.mjs";
import { askRunner, assert, bare, fetchVariant, framesOf, openPage, scenario, situation, Tapper } from "../stage.mjs";

const NAMES = ["Aino", "Ilma", "Kalle", "Lasse", "Mimmi"];
const PHONE = { viewport: { width: 360, height: 640 } };
const DESK = { viewport: { width: 1440, height: 900 } };

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers-small");
  const teacher = await openPage(browser, "/", DESK);
  const frames = framesOf(teacher);
  await teacher.reload();
  await teacher.getByRole("button", { name: "For a class" }).click();
  await teacher.getByLabel("Game").selectOption("numbers-small");
  await looks(teacher, "opening a lesson");
  await teacher.getByRole("button", { name: "Open the lesson" }).click();
  await teacher.getByText("no pupil yet").waitFor();
  const code = bare(await teacher.locator(".code").innerText());
  assert.equal(new URL(teacher.url()).pathname, `/c/${code}`);
  await teacher.getByRole("img", { name: "QR code" }).waitFor();

  // The first one types the code on the first page, the others have the link.
  const pupils = [await openPage(browser, "/", PHONE)];
  await pupils[0].getByPlaceholder("Code").fill(code.toLowerCase());
  await pupils[0].getByRole("button", { name: "Join", exact: true }).click();
  for (const name of NAMES) {
    const page = pupils[NAMES.indexOf(name)] ?? (await openPage(browser, `/c/${code}`, PHONE));
    pupils[NAMES.indexOf(name)] = page;
    if (name === "Kalle") {
      await looks(page, "the door");
      await come(page, "AINO");
      await page.getByRole("alert").filter({ hasText: "already" }).waitFor();
    }
    await come(page, name);
    await page.getByText("Your teacher starts the game.").waitFor();
  }
  await pupils[4].getByRole("heading", { name: "You sit at table" }).waitFor();
  assert.match(bare(await pupils[4].locator("h1").innerText()), /table 3$/);
  await looks(pupils[1], "waiting");
  await teacher.getByText("pupils", { exact: false }).first().waitFor();
  const tables = teacher.locator(".tables > li");
  assert.equal(await tables.count(), 3);
  for (const [at, names] of [["Aino", "Ilma"], ["Kalle", "Lasse"], ["Mimmi"]].entries()) {
    for (const name of names) await tables.nth(at).getByText(name, { exact: true }).waitFor();
  }

  // The first round, with a bot at the third table.
  await teacher.getByRole("button", { name: "Start the first round" }).click();
  for (const page of pupils) await page.getByRole("grid").waitFor();
  await tables.nth(2).locator(".bot").waitFor();
  await looks(teacher, "a round");
  const players = pupils.map((page, at) => new Tapper(page, variant, (at % 2) + 1));
  await turns(players.slice(0, 2), 4);
  await tables.nth(0).getByText(/[4-9]\W* moves/).waitFor();

  // A pause holds all, also who comes back meanwhile, and nobody but the teacher ends it.
  await teacher.getByRole("button", { name: "Pause all" }).click();
  for (const page of pupils) await page.getByText("Your teacher has paused the game.").waitFor();
  await pupils[0].reload();
  await pupils[0].getByText("Your teacher has paused the game.").waitFor();
  assert.equal(await pupils[0].getByRole("button", { name: "Go on" }).count(), 0);
  await looks(pupils[0], "paused", "[popover]");
  await teacher.getByRole("button", { name: "All go on" }).click();
  for (const page of pupils) await page.getByText("Your teacher has paused").waitFor({ state: "detached" });

  // The server stops in the middle of the round: the same seats, hands and games.
  const before = await situation(pupils[2]);
  await askRunner("restart");
  for (const page of [teacher, ...pupils]) {
    await page.reload();
  }
  for (const page of pupils) await page.getByRole("grid").waitFor();
  assert.deepEqual((await situation(pupils[2])).hand, before.hand);
  await toTheEnd(players.slice(0, 2));
  await tables.nth(0).getByText(/won|draw/).first().waitFor();
  await pupils[0].getByText("Your teacher starts the next round.").waitFor();
  assert.equal(await pupils[0].getByRole("button", { name: "Rematch" }).count(), 0);
  await pupils[0].getByRole("button", { name: "Menu" }).click();
  for (const gone of ["Leave the table", "Invite others", "Play on another device"]) {
    assert.equal(await pupils[0].getByRole("dialog").getByRole("button", { name: gone }).count(), 0);
  }
  await pupils[0].keyboard.press("Escape");

  // The teacher goes to the class with another device, which leads as the first one does; once.
  await teacher.getByRole("button", { name: "Lead on another device, too" }).click();
  const link = teacher.getByRole("dialog").getByLabel("Link to lead");
  await looks(teacher, "a link to lead", "dialog");
  const { hash } = new URL(await link.inputValue());
  await teacher.keyboard.press("Escape");
  const device = await openPage(browser, `/c/${code}${hash}`, PHONE);
  await device.getByRole("button", { name: "Lead the lesson on this device" }).waitFor();
  await looks(device, "a link to lead is taken");
  await device.getByRole("button", { name: "Lead the lesson on this device" }).click();
  await device.locator(".tables > li").nth(2).waitFor();
  assert.equal(new URL(device.url()).hash, "");
  await device.getByRole("button", { name: "Pause all" }).click();
  await pupils[2].getByText("Your teacher has paused the game.").waitFor();
  await teacher.getByRole("button", { name: "All go on" }).click();
  await pupils[2].getByText("Your teacher has paused").waitFor({ state: "detached" });
  await device.reload();
  await device.locator(".tables > li").nth(2).waitFor();
  const late = await openPage(browser, `/c/${code}${hash}`, PHONE);
  await late.getByRole("button", { name: "Lead the lesson on this device" }).click();
  await late.getByRole("alert").filter({ hasText: "used up" }).waitFor();
  await late.getByRole("button", { name: "Join as a pupil" }).click();
  await late.getByLabel("Your name").waitFor();

  // One table is looked at as on a table screen, in a tab of its own.
  const [screen] = await Promise.all([
    teacher.context().waitForEvent("page"),
    tables.nth(1).getByRole("link", { name: "Look at table" }).click(),
  ]);
  await screen.getByRole("grid").waitFor();
  assert.equal(await screen.locator("[data-card]").count(), 0);
  await screen.close();

  // Regrouping ends two games; then everybody waits at a table, and the next round begins.
  await teacher.getByRole("button", { name: "Regroup" }).click();
  await teacher.getByRole("dialog").getByText("games are on").waitFor();
  await inspect(teacher, "regrouping", "dialog");
  await teacher.getByRole("dialog").getByRole("button", { name: "Winners together" }).click();
  for (const page of pupils) await page.getByText("Your teacher starts the game.").waitFor();
  await teacher.getByRole("button", { name: "Start the next round" }).click();
  for (const page of pupils) await page.getByRole("grid").waitFor();
  const told = teacher.locator("header").getByRole("status");
  await told.filter({ hasText: /Round \W*2/ }).waitFor();
  assert.match(bare(await told.innerText()), /5 pupils/);

  // A pupil is taken out of a game that goes on, and waits at a table of their own; another name goes.
  await teacher.getByRole("button", { name: /Mimmi/ }).click();
  await looks(teacher, "a pupil", "dialog");
  await teacher.getByRole("button", { name: "Move", exact: true }).click();
  await pupils[4].getByText("Your teacher starts the game.").waitFor();
  await teacher.getByRole("button", { name: /Lasse/ }).click();
  await teacher.getByRole("button", { name: "Take out of the lesson" }).click();
  await pupils[3].getByText("Your teacher has taken this name out.").waitFor();
  await come(pupils[3], "Lauri");
  await pupils[3].getByText("Your teacher starts the game.").waitFor();
  await teacher.getByText("Lauri", { exact: true }).waitFor();

  // What the teacher has been sent: tables, and never a hand.
  const shown = frames.filter(({ type }) => type === "lesson");
  assert.ok(shown.length > 5);
  assert.ok(frames.every(({ type, view }) => type !== "table" && !view?.game?.hand?.length));
  assert.ok(!shown.some((message) => /"(hand|hands|may|dead)":/.test(JSON.stringify(message))));

  await teacher.getByRole("button", { name: "End the lesson" }).click();
  await teacher.getByRole("dialog").getByRole("button", { name: "End the lesson" }).click();
  for (const page of [teacher, device, ...pupils]) {
    await page.getByRole("heading", { name: "The lesson is over" }).waitFor();
  }
  await pupils[0].reload();
  await pupils[0].getByRole("heading", { name: "The lesson is over" }).waitFor();
  const kept = await pupils[0].evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  assert.ok(!kept.includes("Aino") && !kept.includes(`lesson.${code}`), kept);
  await pupils[0].goto(new URL("/c/NOSUCH", teacher.url()).href);
  await pupils[0].getByRole("heading", { name: "There is no such lesson" }).waitFor();
});

async function come(page, name) {
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: "Join the lesson" }).click();
}

/** The two take turns, so many together. */
async function turns(players, wanted) {
  for (let made = 0; made < wanted; ) {
    for (const player of players) {
      const now = await situation(player.page);
      if (now.over) return;
      if (now.yours || now.choosing) {
        await player.turn();
        made++;
      }
    }
  }
}

async function toTheEnd(players) {
  while (!(await situation(players[0].page)).over) await turns(players, 1);
}

/** In light and dark, narrow and wide. */
async function looks(page, name, part = "html") {
  const { width, height } = page.viewportSize();
  for (const size of [{ width: 360, height: 640 }, { width: 768, height: 1024 }, { width: 1440, height: 900 }]) {
    await page.setViewportSize(size);
    await fits(page, `${name} ${size.width}`);
    await inspect(page, `${name} ${size.width}`, part);
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize({ width, height });
}
