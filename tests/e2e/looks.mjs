// How a page looks: axe finds nothing, nothing scrolls sideways, fingers find room.

import { readFileSync } from "node:fs";
import { assert, require } from "./stage.mjs";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

/** Everything in light, and in dark what is of another colour there; of the page, or of a part. */
export async function inspect(page, name, part = "html") {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  await page.evaluate(AXE);
  for (const [colorScheme, runOnly] of [
    ["light", { type: "tag", values: tags }],
    ["dark", { type: "rule", values: ["color-contrast"] }],
  ]) {
    await page.emulateMedia({ colorScheme });
    // The colours are there with the next picture.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const moving = await page.evaluate(() => document.getAnimations().map((one) => one.transitionProperty ?? ""));
    assert.deepEqual(moving.filter(Boolean), [], `${name} ${colorScheme}: still turning`);
    const findings = await page.evaluate(async ([root, rules]) => {
      const { violations } = await window.axe.run(root, { runOnly: rules });
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
      );
    }, [part, runOnly]);
    assert.deepEqual(findings.slice(0, 5), [], `${name} ${colorScheme}`);
  }
}

/** Nothing wider than the window, no target smaller than a finger, in every window. */
export async function fits(page, name) {
  const measured = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const small = [...document.querySelectorAll("button, a, select, input:not(.hidden)")]
      .filter((one) => one.checkVisibility())
      .map((one) => ({
        text: one.dataset.space ?? one.textContent.trim(),
        box: (one.closest("label") ?? one).getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0 && (box.width < 24 || box.height < 24))
      .map(({ text, box }) => `${text} ${box.width}x${box.height}`);
    return { scrollWidth, clientWidth, small };
  });
  assert.ok(measured.scrollWidth <= measured.clientWidth, `${name} scrolls sideways`);
  assert.deepEqual(measured.small, [], name);
}

/** Every column and row of the board has its name at the edge, in line with its spaces and beside them. */
export async function named(page, name) {
  const astray = await page.evaluate(() => {
    const names = [...document.querySelectorAll(".board [data-name]")].map((one) => [one.dataset.name, one.getBoundingClientRect()]);
    const at = new Map(names);
    const found = names.length === at.size ? [] : ["a name stands twice"];
    const board = document.querySelector(".board").getBoundingClientRect();
    for (const space of document.querySelectorAll(".board [data-space]")) {
      const box = space.getBoundingClientRect();
      const above = at.get(space.dataset.space.charAt(0));
      const beside = at.get(space.dataset.space.slice(1));
      const across = above && Math.abs(above.left + above.right - box.left - box.right) < 2;
      const down = beside && Math.abs(beside.top + beside.bottom - box.top - box.bottom) < 2;
      const clear = above?.bottom <= box.top + 1 && beside?.right <= box.left + 1;
      const inside = above?.top >= board.top && beside?.left >= board.left;
      if (!across || !down || !clear || !inside) found.push(space.dataset.space);
    }
    return found;
  });
  assert.deepEqual(astray, [], name);
}

/** Where there is no mouse everything is 44 pixels high and wide, but for spaces, cards and piles. */
export async function fingers(page, name) {
  const small = await page.evaluate(() => {
    const over = document.querySelector("dialog[open]") ?? document;
    const all = over.querySelectorAll("button, a.button, label.button, select, summary, input:not(.hidden, [type=radio])");
    return [...all]
      .filter((one) => one.checkVisibility() && !one.matches("[data-space], [data-card], .pile"))
      .map((one) => ({ one, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ one, box }) => `${one.textContent.trim() || one.ariaLabel} ${box.width}x${box.height}`);
  });
  assert.ok(await page.evaluate(() => matchMedia("(pointer: coarse)").matches), "there is a mouse");
  assert.deepEqual(small, [], name);
}
