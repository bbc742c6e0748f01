// The lesson that the page follows, as its teacher, as a pupil, or as a guest who is asked for a name.

import { recall, remember } from "../net/memory";
import { type Answer, newId } from "../net/requests";
import type { Joined, Lead, Led, LessonOpened, LessonView, OpenLesson, Refused } from "../protocol";
import { client } from "./client.svelte";

/** Before a lesson's code: what this tab, or else this browser, is known by there. */
const KEY = "lesson.";

class Lesson {
  view: LessonView | null = $state.raw(null);
  /** Why it cannot be shown. */
  missing: Refused | null = $state.raw(null);
  /** Whether the teacher has taken this pupil out. */
  removed = $state(false);
  token: string | null = $state.raw(null);

  private code = "";
  private attachId = "";

  /** Follow the lesson of that code; what comes back ends that. */
  follow(code: string): () => void {
    this.code = code;
    this.view = this.missing = null;
    this.removed = false;
    this.token = ownToken(code);
    client.beside = (message) => {
      if (message.type === "welcome") this.attach();
      else if (message.type === "lesson" && message.view.code === this.code) this.show(message.view);
      else if (message.type === "refused" && message.id === this.attachId) this.refused(message);
    };
    this.attach();
    return () => {
      client.beside = null;
      client.send({ type: "detach-lesson", code });
    };
  }

  async join(name: string): Promise<Joined | Refused> {
    const answer = await client.ask({ type: "join", id: newId(), code: this.code, name });
    if (answer.type === "joined") {
      this.removed = false;
      this.become(answer.token);
    }
    return answer as Joined | Refused;
  }

  async lead(action: Lead["action"]): Promise<Led | Refused> {
    const { code, token } = this;
    if (!token) throw new Error("no teacher is here");
    return (await client.ask({ type: "lead", id: newId(), code, token, action })) as Led | Refused;
  }

  /** A link by which another device leads, too. */
  offerLink(): Promise<Answer> {
    const { code, token } = this;
    if (!token) throw new Error("no teacher is here");
    return client.ask({ type: "offer-lesson-link", id: newId(), code, token });
  }

  /** Be the teacher here, too, by the secret of such a link. */
  async takeLink(secret: string): Promise<LessonOpened | Refused> {
    const { code } = this;
    const answer = await client.ask({ type: "take-lesson-link", id: newId(), code, secret });
    if (answer.type === "lesson-opened") this.become(answer.token);
    return answer as LessonOpened | Refused;
  }

  private become(token: string | null): void {
    this.token = token;
    keepToken(this.code, token);
    this.attach();
  }

  private attach(): void {
    this.attachId = newId();
    const { code, token, attachId: id } = this;
    client.send({ type: "attach-lesson", id, code, token });
  }

  private show(view: LessonView): void {
    if (view.over) keepToken(this.code, null);
    else if (view.role === "guest" && this.token !== null) {
      // What is shown is of before the token; or the teacher has taken the pupil out.
      if (this.view?.role !== "pupil") return;
      this.removed = true;
      this.become(null);
    }
    this.view = view;
  }

  private refused(refusal: Refused): void {
    if (refusal.code === "token-unknown") this.become(null);
    else this.missing = refusal;
  }
}

export const lesson = new Lesson();

/** Open a lesson, whose teacher is in this browser. */
export async function openLesson(
  settings: OpenLesson["settings"],
  bots: NonNullable<OpenLesson["bots"]>,
): Promise<LessonOpened | Refused> {
  const answer = await client.ask({ type: "open-lesson", id: newId(), settings, bots });
  if (answer.type === "lesson-opened") keepToken(answer.code, answer.token);
  return answer as LessonOpened | Refused;
}

/** Two pupils in two tabs of one browser are two; a tab that is new is who was there last. */
function ownToken(code: string): string | null {
  try {
    return sessionStorage.getItem(`sarja.${KEY}${code}`) ?? recall(KEY + code);
  } catch {
    return recall(KEY + code);
  }
}

function keepToken(code: string, token: string | null): void {
  remember(KEY + code, token);
  try {
    if (token === null) sessionStorage.removeItem(`sarja.${KEY}${code}`);
    else sessionStorage.setItem(`sarja.${KEY}${code}`, token);
  } catch {
    // Then a reload asks for a name again.
  }
}
