/** A list's query parameters, read one by one. What is wrong is kept and told all at once. */
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
/** A plus that was not escaped arrives as a blank. */
const LOST_PLUS = /(?<=\d[ T]\d\d:?\d\d\S*) (?=\d\d(?::?\d\d)?$)/;
/** Of what a caller made up, no more is repeated than it takes to find it. */
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

  /** What the database cannot be asked about is nobody's, as the empty text is. */
  storable(name: string): string | undefined {
    const value = this.text(name);
    return value === undefined || isPlainText(value) ? value : "";
  }

  /** An empty parameter is a value like any other; one that comes twice has no one meaning. */
  text(name: string): string | undefined {
    this.#known.add(name);
    const value = this.#values[name];
    if (value === undefined || typeof value === "string") return value;
    this.#errors.reject(name, "repeated_parameter");
    return undefined;
  }

  /** Stops here when anything was wrong: nothing that was read before may be used then. */
  throwIfWrong(): void {
    this.#rejectUnknown();
    this.#errors.throwIfAny();
  }

  /** A parameter that nobody has asked for until now is none of this list. */
  #rejectUnknown(): void {
    const unknown = Object.keys(this.#values).filter((name) => !this.#known.has(name));
    const problem = { kind: "unknown_parameter", known: [...this.#known] } as const;
    for (const name of unknown.slice(0, UNKNOWN_MAX)) {
      this.#errors.reject(maskText(name).slice(0, UNKNOWN_LENGTH_MAX), problem);
    }
  }
}
