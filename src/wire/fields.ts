/**
 * A form's named fields, read one at a time. The first field that breaks its rule stops the
 * reading: the form interfaces report one error per answer.
 */
import { type Cents, parseCents } from "../values/money.ts";
import type { Form } from "./form.ts";
import { isLonger, isPlainText, parseFlag } from "./reader/plain-text.ts";
import { InvalidField, RequestError } from "./request-error.ts";

export const AMOUNT_RULE = "must be an amount such as 12.34, with two decimals at most";
const DIGITS = /^[0-9]+$/;

export class Fields {
  readonly #form: Form;

  constructor(form: Form) {
    this.#form = form;
  }

  /** Whether a field was sent, be it empty. */
  has(name: string): boolean {
    return this.#form.has(name);
  }

  /** An empty field is an absent field; a repeated one has no one meaning. */
  optional(name: string, lengthMax: number): string | undefined {
    const value = this.#single(name);
    if (value === undefined || value === "") return undefined;
    if (isLonger(value, lengthMax)) throw new RequestError("too_long", name, lengthMax);
    if (!isPlainText(value)) throw new InvalidField(name, "must not have control characters");
    return value;
  }

  required(name: string, lengthMax: number): string {
    const value = this.optional(name, lengthMax);
    if (value === undefined) throw new RequestError("missing", name);
    return value;
  }

  digits(name: string, lengthMax: number): string {
    const value = this.required(name, lengthMax);
    if (!DIGITS.test(value)) throw new InvalidField(name, "must have digits only");
    return value;
  }

  cents(name: string): Cents {
    const amount = parseCents(this.required(name, 9));
    if (amount === undefined) throw new InvalidField(name, AMOUNT_RULE);
    return amount;
  }

  flag(name: string): boolean | undefined {
    const value = this.optional(name, 5);
    if (value === undefined) return undefined;
    const flag = parseFlag(value);
    if (flag === undefined) throw new InvalidField(name, "must be 1, 0, true or false");
    return flag;
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.optional(name, 64);
    if (value === undefined) return undefined;
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw new InvalidField(name, `must be one of: ${allowed.join(", ")}`);
    return found;
  }

  /** The field where it keeps its rule, else nothing: for what must not be answered by an error. */
  lenient(name: string, lengthMax: number): string | undefined {
    try {
      return this.optional(name, lengthMax);
    } catch {
      return undefined;
    }
  }

  #single(name: string): string | undefined {
    const values = this.#form.get(name);
    if (values === undefined) return undefined;
    if (values.length > 1) throw new InvalidField(name, "must be sent once");
    return values[0];
  }
}
