// What is told to screen readers as it happens. Each text is a new node, for some readers say a
// changed node twice or not at all; the same text again within a moment is dropped.

const REPEAT = 700;
const KEPT = 6;

class Announcer {
  said: { id: number; text: string }[] = $state.raw([]);
  private count = 0;
  private lastText = "";
  private lastTime = -Infinity;

  say(text: string, now = performance.now()): void {
    if (!text || (text === this.lastText && now - this.lastTime < REPEAT)) return;
    this.lastText = text;
    this.lastTime = now;
    this.said = [...this.said.slice(1 - KEPT), { id: ++this.count, text }];
  }

  /** Forget what has been said. */
  clear(): void {
    this.said = [];
  }
}

export const announcer = new Announcer();
