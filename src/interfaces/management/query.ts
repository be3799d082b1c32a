/** A list's query parameters, read one by one. What is wrong is kept and told all at once. */
import { type AttributeFault, ValidationFault } from "./errors.ts";

export interface WholeNumberRule {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

const WHOLE_NUMBER = /^-?\d+$/;

export class Query {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #faults: AttributeFault[] = [];

  constructor(query: unknown) {
    this.#values = query as Readonly<Record<string, unknown>>;
  }

  whole(name: string, { min, max, fallback }: WholeNumberRule): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (!WHOLE_NUMBER.test(value)) this.#blame(name, "wrong_form", "must be a whole number.");
    else if (number < min || number > max) {
      this.#blame(name, "not_allowed", `must be from ${min} to ${max}.`);
    }
    return number;
  }

  /** An empty parameter is a value like any other; one that comes twice has no one meaning. */
  text(name: string): string | undefined {
    const value = this.#values[name];
    if (value === undefined || typeof value === "string") return value;
    this.#blame(name, "wrong_form", "must come once.");
    return undefined;
  }

  /** Stops here when anything was wrong: nothing that was read before may be used then. */
  settle(): void {
    if (this.#faults.length > 0) throw new ValidationFault(this.#faults);
  }

  #blame(attribute: string, code: AttributeFault["code"], rule: string): void {
    this.#faults.push({ attribute, code, message: `${attribute} ${rule}` });
  }
}
