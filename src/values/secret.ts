/** A type for secret text, which must never appear in a log, an error, an answer or a report. */
import { inspect } from "node:util";

const HIDDEN = "[secret]";

/** A card number, account number, key or password. It always prints as [secret]. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the text. Call it only where the value leaves the program: cipher, digest, adapter. */
  reveal(): string {
    return this.#text;
  }

  /** Not in constant time, so never use it to check a guess of a caller. */
  isText(text: string | undefined): boolean {
    return this.#text === text;
  }

  /** Whether the whole text has this form, for readers of input. */
  matches(form: RegExp): boolean {
    return form.test(this.#text);
  }

  get length(): number {
    return this.#text.length;
  }

  /** The last four characters, or an empty text if that would be all of it. */
  last4(): string {
    return this.#text.length > 4 ? this.#text.slice(-4) : "";
  }

  /** The first six characters, or an empty text if the rest would be easy to guess. */
  first6(): string {
    return this.#text.length >= 24 ? this.#text.slice(0, 6) : "";
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
