// Who works by keyboard or by ear is never left nowhere. When what has the focus goes away, or can
// be pressed no more, the focus goes to the nearest thing that is marked with `data-home`; a page
// that comes in the place of another one has its heading for that.

const HOME = "[data-home]";

let last: HTMLElement | null = null;
/** What stood around it, from the inside. */
let around: Element[] = [];
let title: Element | null = null;

export function keepFocus(root: HTMLElement): void {
  addEventListener("focusin", ({ target }) => note(target as HTMLElement));
  // Who lets go of something that is still there means it, as with the key that puts a keyboard away.
  addEventListener("focusout", ({ target }) => setTimeout(() => letGo(target)));
  // Who taps beside everything lets go.
  addEventListener("pointerdown", () => (last = null), true);
  new MutationObserver(() => rescue(root)).observe(root, {
    childList: true,
    subtree: true,
    attributeFilter: ["disabled"],
  });
}

function note(element: HTMLElement): void {
  last = element;
  around = [];
  for (let one = element.parentElement; one; one = one.parentElement) around.push(one);
}

function letGo(element: EventTarget | null): void {
  if (element !== last || !last?.isConnected || last.matches(":disabled")) return;
  if (isNowhere() && document.hasFocus()) last = null;
}

function isNowhere(): boolean {
  return !document.activeElement || document.activeElement === document.body;
}

function rescue(root: HTMLElement): void {
  const before = title;
  title = root.querySelector(`h1${HOME}`) ?? title;
  if (!isNowhere()) return;
  if (last?.isConnected) {
    go(last);
  } else if (last) {
    const near = around.filter((one) => one.isConnected);
    go(near.map((one) => one.querySelector(HOME)).find(Boolean));
  } else if (before && title !== before) {
    go(title);
  }
}

function go(home: Element | null | undefined): void {
  (home as HTMLElement | undefined)?.focus({ preventScroll: true });
}
