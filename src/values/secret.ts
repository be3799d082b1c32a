/** Text that must never reach a log line, an error message, an answer or a report. */
import { inspect } from "node:util";

const HIDDEN = "[secret]";

/** A card number, an account number, a key, a password. Every way of printing it prints HIDDEN. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The one way out. Call it only where the value leaves us: a cipher, a digest or an adapter. */
  reveal(): string {
    return this.#text;
  }

  /** Not where a stranger may guess: it takes the longer, the more of the text is right. */
  isText(text: string | undefined): boolean {
    return this.#text === text;
  }

  get length(): number {
    return this.#text.length;
  }

  /** The last four characters, or nothing when that would be the whole text. */
  last4(): string {
    return this.#text.length > 4 ? this.#text.slice(-4) : "";
  }

  toString(): string {
    return HIDDEN;
  }

  toJSON(): string {
    return HIDDEN;
  }

  [inspect.custom](): string {
    return HIDDEN;
  }
}
