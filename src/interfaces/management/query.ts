/** Reads the query parameters of a list. All errors are reported together. */
import { ErrorCollector } from "../../core/management/scope/field-errors.ts";
import { maskText } from "../../values/masking/mask.ts";
import { readMoment } from "../../values/read-moment.ts";
import { isPlainText, readFlag } from "../../wire/fields.ts";
import { readId, SKIP, TAKE } from "./read.ts";

export interface WholeNumberRule {
  readonly min: number;
  readonly max: number;
  readonly fallback: number;
}

const WHOLE_NUMBER = /^-?\d+$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A plus sign that was not escaped arrives as a space. */
const LOST_PLUS = /(?<=\d[ T]\d\d:?\d\d\S*) (?=\d\d(?::?\d\d)?$)/;
/** Limits on the unknown parameter names that an error repeats. */
const UNKNOWN_MAX = 10;
const UNKNOWN_LENGTH_MAX = 60;

export class Query {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #errors = new ErrorCollector();
  readonly #known = new Set<string>();

  constructor(query: unknown) {
    this.#values = query as Readonly<Record<string, unknown>>;
  }

  whole(name: string, { min, max, fallback }: WholeNumberRule): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const number = Number(value);
    if (!WHOLE_NUMBER.test(value)) this.#errors.reject(name, "not_a_whole_number");
    else if (number < min || number > max) {
      this.#errors.reject(name, { kind: "out_of_range", min, max });
    }
    return number;
  }

  /** The page of the list. */
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
      this.#errors.reject(name, { kind: "not_a_choice", choices });
    }
    return found;
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name);
    const flag = value === undefined ? undefined : readFlag(value);
    if (value !== undefined && flag === undefined) {
      this.#errors.reject(name, "not_true_or_false");
    }
    return flag;
  }

  uuid(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined || UUID.test(value)) return value;
    this.#errors.reject(name, "not_a_uuid");
    return undefined;
  }

  moment(name: string): Temporal.Instant | undefined {
    const value = this.text(name);
    const moment = value === undefined ? undefined : readMoment(value.replace(LOST_PLUS, "+"));
    if (value !== undefined && moment === undefined) {
      this.#errors.reject(name, "not_a_date");
    }
    return moment;
  }

  /** Text that the database cannot store becomes empty, which matches no record. */
  storable(name: string): string | undefined {
    const value = this.text(name);
    return value === undefined || isPlainText(value) ? value : "";
  }

  /** An empty parameter is a value. A repeated parameter is an error. */
  text(name: string): string | undefined {
    this.#known.add(name);
    const value = this.#values[name];
    if (value === undefined || typeof value === "string") return value;
    this.#errors.reject(name, "repeated_parameter");
    return undefined;
  }

  /** Call it after reading all parameters and before using any of them. */
  throwIfWrong(): void {
    this.#rejectUnknown();
    this.#errors.throwIfAny();
  }

  /** A parameter that was not read until now is unknown to this list. */
  #rejectUnknown(): void {
    const unknown = Object.keys(this.#values).filter((name) => !this.#known.has(name));
    const problem = { kind: "unknown_parameter", known: [...this.#known] } as const;
    for (const name of unknown.slice(0, UNKNOWN_MAX)) {
      this.#errors.reject(maskText(name).slice(0, UNKNOWN_LENGTH_MAX), problem);
    }
  }
}
