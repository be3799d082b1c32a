/** Reads a page's fields one by one and gathers what is wrong with them, in words. */
import { isHarmless } from "../../values/masking/harmless.ts";
import { isLonger, isPlainText } from "../../wire/fields.ts";
import type { Form } from "../../wire/form.ts";

export class FieldReader {
  readonly errors = new Map<string, string>();
  readonly #sent: Form;

  constructor(sent: Form) {
    this.#sent = sent;
  }

  /** The first error of a field is the one that is told. */
  error(name: string, words: string): undefined {
    if (!this.errors.has(name)) this.errors.set(name, words);
    return undefined;
  }

  /** As it was typed, without blanks around it. A field that came twice has no one meaning. */
  text(name: string): string {
    const values = this.#sent.get(name) ?? [];
    return values.length === 1 ? (values[0] ?? "").trim() : "";
  }

  /** Digits, however they were spaced. */
  digits(name: string): string {
    return this.text(name).replaceAll(/[\s-]/g, "");
  }

  demand(name: string, words: string): void {
    if (this.text(name) === "") this.error(name, words);
  }

  /** A line of text. Undefined: there is none, or it cannot be kept. */
  line(name: string, lengthMax: number): string | undefined {
    const text = this.text(name);
    if (text === "") return undefined;
    if (isLonger(text, lengthMax)) {
      return this.error(name, `Use at most ${lengthMax} characters.`);
    }
    if (!isHarmless(text)) return this.error(name, "Do not write a card number here.");
    if (!isPlainText(text)) return this.error(name, "Some of these characters cannot be used.");
    return text;
  }

  required(name: string, lengthMax: number, words: string): string {
    this.demand(name, words);
    return this.line(name, lengthMax) ?? "";
  }
}
