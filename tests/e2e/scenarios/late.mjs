// Somebody who comes late watches, is told kindly that a bot's hand is not to be had, and sits down when
// the game is over; and a game that was left to bots is begun anew.

import { assert, bare, fetchVariant, openPage, scenario, Tapper } from "../stage.mjs";

await scenario(async (browser) => {
  const variant = await fetchVariant("numbers-small");
  const aino = await openPage(browser);
  await aino.getByLabel("Your name").fill("Aino");
  await aino.getByText("Small Numbers", { exact: true }).click();
  await aino.getByRole("button", { name: "Play", exact: true }).click();
  await aino.getByRole("grid").waitFor();
  const { pathname } = new URL(aino.url());

  const ilma = await openPage(browser, pathname);
  await ilma.getByLabel("Your name").fill("Ilma");
  await ilma.getByRole("button", { name: "Sit down for the next game" }).click();
  await ilma.getByText("You sit down as soon as this game is over.").waitFor();
  await refused(ilma);
  await ilma.reload();
  await ilma.getByText("You sit down as soon as this game is over.").waitFor();
  assert.equal(await ilma.locator("[data-card]").count(), 0);

  await new Tapper(aino, variant, 1).toTheEnd();
  await aino.locator("li.seat", { hasText: "Ilma" }).waitFor();
  await ilma.getByRole("button", { name: "Rematch" }).waitFor();
  await aino.getByRole("button", { name: "Rematch" }).click();
  await ilma.locator("[data-card]").first().waitFor();

  for (const page of [aino, ilma]) await leave(page);
  await aino.goto(new URL(pathname, aino.url()).href);
  await aino.getByText("Only bots play here.").waitFor();
  await aino.getByRole("button", { name: "Sit down", exact: true }).click();
  await aino.getByRole("button", { name: "Deal the cards" }).waitFor();
});

/** A client that asks all the same is refused; the page has words for it. */
async function refused(page) {
  const code = new URL(page.url()).pathname.split("/").at(-1);
  const told = await page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`ws://${location.host}/ws`);
        const say = (message) => socket.send(JSON.stringify(message));
        socket.onopen = () => say({ type: "attach", id: "a", code: wanted });
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data);
          if (message.id === "a") {
            const { table, version } = message.view;
            const action = { do: "sit", name: "Eve", seat: 2 };
            say({ type: "do", id: "0123456789abcdef-sit", table, version, action });
          } else if (message.type === "refused") resolve(message);
        };
      }),
    code,
  );
  assert.equal(told.code, "seat-in-game");
  const texts = await page.evaluate(async () => (await fetch("/locales/en.ftl")).text());
  assert.match(bare(texts), /error-seat-in-game = a bot plays at seat/);
}

async function leave(page) {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Leave the table" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Leave the table" }).click();
  await page.getByRole("button", { name: "Play", exact: true }).waitFor();
}
