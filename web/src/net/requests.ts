// Messages that want an answer: kept until it comes, and sent again after a lost connection. The
// server knows a command by its id, so what arrives twice happens once.

import type {
  ClientMessage,
  Done,
  Joined,
  Led,
  LessonLinkOffered,
  LessonOpened,
  LinkOffered,
  Opened,
  Refused,
  ServerMessage,
  TableShown,
} from "../protocol";

export type Answer =
  | Opened
  | Done
  | LinkOffered
  | Refused
  | TableShown
  | LessonOpened
  | LessonLinkOffered
  | Joined
  | Led;
export type Request = Extract<ClientMessage, { id: string }>;

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** An id that nobody else makes; `crypto.randomUUID` is missing on plain http. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => LETTERS[byte % LETTERS.length]).join("");
}

export class Requests {
  private readonly waiting = new Map<
    string,
    { message: Request; answer: (answer: Answer) => void }
  >();

  constructor(private readonly send: (message: ClientMessage) => void) {}

  /** Send the message, now and after every new connection, until it is answered. */
  ask(message: Request): Promise<Answer> {
    return new Promise((answer) => {
      this.waiting.set(message.id, { message, answer });
      this.send(message);
    });
  }

  /** Send again all that is not answered yet. */
  repeat(): void {
    for (const { message } of this.waiting.values()) this.send(message);
  }

  /** Whether the message is the answer to something that was asked. */
  settle(message: ServerMessage): boolean {
    if (!("id" in message) || !message.id) return false;
    const found = this.waiting.get(message.id);
    if (!found) return false;
    this.waiting.delete(message.id);
    found.answer(message as Answer);
    return true;
  }
}
