/** A list's query parameters, read one by one. What is wrong is kept and told all at once. */
import { Faults } from "../../core/estate/faults.ts";
import { isPlainText } from "../../wire/fields.ts";
import { readId, SKIP, TAKE } from "./read.ts";

export interface WholeNumberRule {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

const WHOLE_NUMBER = /^-?\d+$/;

export class Query {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #faults = new Faults();

  constructor(query: unknown) {
    this.#values = query as Readonly<Record<string, unknown>>;
  }

  whole(name: string, { min, max, fallback }: WholeNumberRule): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (!WHOLE_NUMBER.test(value)) this.#faults.add(name, "wrong_form", "must be a whole number.");
    else if (number < min || number > max) {
      this.#faults.add(name, "not_allowed", `must be from ${min} to ${max}.`);
    }
    return number;
  }

  /** Which part of a list. */
  slice(): { readonly take: number; readonly skip: number } {
    return { take: this.whole("take", TAKE), skip: this.whole("skip", SKIP) };
  }

  id(name: string): string | undefined {
    return readId(this.text(name));
  }

  oneOf<const Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name);
    const found = choices.find((choice) => choice.toLowerCase() === value?.toLowerCase());
    if (value !== undefined && found === undefined) {
      this.#faults.add(name, "not_allowed", `must be one of: ${choices.join(", ")}.`);
    }
    return found;
  }

  /** What the database cannot be asked about is nobody's, as the empty text is. */
  storable(name: string): string | undefined {
    const value = this.text(name);
    return value === undefined || isPlainText(value) ? value : "";
  }

  /** An empty parameter is a value like any other; one that comes twice has no one meaning. */
  text(name: string): string | undefined {
    const value = this.#values[name];
    if (value === undefined || typeof value === "string") return value;
    this.#faults.add(name, "wrong_form", "must come once.");
    return undefined;
  }

  /** Stops here when anything was wrong: nothing that was read before may be used then. */
  settle(): void {
    this.#faults.settle();
  }
}
