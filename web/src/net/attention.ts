// Whether somebody is there: the page is looked at, and has been used not long ago. A connection alone
// does not tell, for it may lie locked in a pocket.

/** Who has not touched anything for so long, in milliseconds, has gone for a walk. */
const IDLE = 5 * 60_000;

let idle = false;
let told = true;
let timer: ReturnType<typeof setTimeout> | undefined;

export function isAttending(): boolean {
  return document.visibilityState === "visible" && !idle;
}

/** Tell whenever somebody comes or goes. */
export function watchAttention(tell: (there: boolean) => void): void {
  const look = () => {
    if (isAttending() !== told) tell((told = isAttending()));
  };
  const used = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      idle = true;
      look();
    }, IDLE);
    idle = false;
    look();
  };
  for (const kind of ["pointerdown", "pointermove", "keydown", "wheel", "touchstart"]) {
    addEventListener(kind, used, { passive: true, capture: true });
  }
  document.addEventListener("visibilitychange", used);
  used();
}
