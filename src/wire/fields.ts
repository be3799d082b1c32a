/**
 * A form's named fields, read one at a time. The first field that breaks its rule stops the
 * reading: the form interfaces report one fault per answer.
 */
import { type Cents, parseCents } from "../values/money.ts";
import { RequestFault } from "./fault.ts";
import type { Form } from "./form.ts";

// PostgreSQL refuses U+0000, and no field of ours means anything by the others. Line breaks and
// tabs are text in the long fields.
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
const DIGITS = /^[0-9]+$/;

const FLAGS: Readonly<Record<string, boolean>> = {
  "1": true,
  "0": false,
  true: true,
  false: false,
};

export class Fields {
  readonly #form: Form;

  constructor(form: Form) {
    this.#form = form;
  }

  /** An empty field is an absent field; a repeated one has no one meaning. */
  optional(name: string, lengthMax: number): string | undefined {
    const value = this.#single(name);
    if (value === undefined || value === "") return undefined;
    if (value.length > lengthMax && [...value].length > lengthMax) {
      throw new RequestFault("too_long", name, lengthMax);
    }
    if (CONTROL.test(value) || LONE_SURROGATE.test(value)) throw new RequestFault("invalid", name);
    return value;
  }

  required(name: string, lengthMax: number): string {
    const value = this.optional(name, lengthMax);
    if (value === undefined) throw new RequestFault("missing", name);
    return value;
  }

  digits(name: string, lengthMax: number): string {
    const value = this.required(name, lengthMax);
    if (!DIGITS.test(value)) throw new RequestFault("invalid", name);
    return value;
  }

  cents(name: string): Cents {
    const amount = parseCents(this.required(name, 9));
    if (amount === undefined) throw new RequestFault("invalid", name);
    return amount;
  }

  flag(name: string): boolean | undefined {
    const value = this.optional(name, 5);
    if (value === undefined) return undefined;
    const flag = FLAGS[value.toLowerCase()];
    if (flag === undefined) throw new RequestFault("invalid", name);
    return flag;
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const value = this.optional(name, 64);
    if (value === undefined) return undefined;
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw new RequestFault("invalid", name);
    return found;
  }

  /** The field where it keeps its rule, else nothing: for what must not be answered by a fault. */
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
    if (values.length > 1) throw new RequestFault("invalid", name);
    return values[0];
  }
}
