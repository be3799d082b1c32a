/**
 * Members of a JSON object, read by rule. What is wrong is gathered with its place and told at the
 * end; until then a member that was wrong has a value that nobody may use.
 */
import type { ErrorCollector } from "./field-errors.ts";
import type { FieldProblem, PlainProblemKind } from "./field-problems.ts";
import type { Rule, Rules, ValuesOf } from "./fields.ts";

/** Names another resource: by id where both are sent. */
export type Reference = { readonly id: string } | { readonly name: string };

type TextRule = Extract<Rule, { kind: "text" }>;

const FLAGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ["1", true],
  ["0", false],
  ["true", true],
  ["false", false],
]);
// Control characters and halves of characters are no text; line breaks and tabs are, in places.
const UNFIT = /[\p{Cc}\p{Surrogate}]/u;
const UNFIT_LINES = /[^\P{Cc}\t\r\n]|\p{Surrogate}/u;
const REFERENCE_MAX = 255;

export class Members {
  readonly errors: ErrorCollector;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #place: string;

  constructor(value: unknown, errors: ErrorCollector, place = "") {
    this.#place = place;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    this.errors = errors;
    if (!isObject) errors.reject(place || "body", "not_an_object");
    this.#values = isObject ? (value as Record<string, unknown>) : {};
  }

  /** Of a new resource: what is not sent has its fallback. */
  values<Some extends Rules>(rules: Some): ValuesOf<Some> {
    const read = Object.entries(rules).map(([name, rule]) => [name, this.#value(name, rule)]);
    return Object.fromEntries(read) as ValuesOf<Some>;
  }

  /** Of one that is there: only what was sent. */
  changes<Some extends Rules>(rules: Some): Partial<ValuesOf<Some>> {
    const sent = Object.entries(rules).filter(([name]) => this.get(name) !== undefined);
    const read = sent.map(([name, rule]) => {
      // A flag is one or the other: none is no answer.
      const isNone = rule.kind === "flag" && this.get(name) === null;
      if (isNone) this.reject(name, "required");
      return [name, this.#value(name, rule)];
    });
    return Object.fromEntries(read) as Partial<ValuesOf<Some>>;
  }

  /** Undefined: it was not sent. Null says that there is to be none. */
  reference(name: string, isRequired = false): Reference | null | undefined {
    const value = this.get(name);
    if (value === undefined || value === null) {
      if (isRequired) this.reject(name, "required");
      return value;
    }
    const inside = this.inside(name);
    const [id, label] = [inside.#name("id"), inside.#name("name")];
    if (id !== undefined) return { id };
    if (label !== undefined) return { name: label };
    // Whoever is told that its id is no text need not hear that it has none.
    const isTold = this.errors.has(this.placeOf(name));
    if (!isTold) this.reject(name, "reference_without_id_or_name");
    return undefined;
  }

  /** The object that a member is. */
  inside(name: string): Members {
    const value = this.get(name);
    const place = this.placeOf(name);
    if (value !== undefined && value !== null) return new Members(value, this.errors, place);
    this.reject(name, "required");
    return new Members({}, this.errors, place);
  }

  /** The objects that a member lists, so many of them. */
  each(name: string, { min, max }: { readonly min: number; readonly max: number }): Members[] {
    const value = this.get(name);
    if (value === undefined || value === null) this.reject(name, "required");
    else if (!Array.isArray(value)) this.reject(name, "not_an_array");
    else if (value.length < min || value.length > max) {
      this.reject(name, { kind: "wrong_item_count", min, max });
    } else {
      const place = this.placeOf(name);
      return value.map((item, index) => new Members(item, this.errors, `${place}[${index}]`));
    }
    return [];
  }

  /** An update may say which state it is about. */
  version(): number | undefined {
    const value = this.get("version");
    if (value === undefined || value === null) return undefined;
    if (Number.isInteger(value) && Number(value) >= 0) return Number(value);
    this.reject("version", "not_a_whole_number");
    return undefined;
  }

  flag(name: string, fallback: boolean): boolean {
    return this.#flag(name, { kind: "flag", fallback });
  }

  get(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  reject(name: string, problem: FieldProblem | PlainProblemKind): void {
    this.errors.reject(this.placeOf(name), problem);
  }

  placeOf(name: string): string {
    return this.#place === "" ? name : `${this.#place}.${name}`;
  }

  /** One half of a reference: a text that may be nobody's. Numbers are as good as their digits. */
  #name(name: string): string | undefined {
    const value = this.get(name);
    if (value === undefined || value === null || value === "") return undefined;
    if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
    if (typeof value === "string" && value.length <= REFERENCE_MAX && !UNFIT.test(value)) {
      return value;
    }
    this.reject(name, "not_text");
    return undefined;
  }

  #value(name: string, rule: Rule): string | boolean | null {
    if (rule.kind === "flag") return this.#flag(name, rule);
    const value = this.get(name);
    if (value === undefined || value === null || value === "") return this.#absent(name, rule);
    if (rule.kind === "text") return this.#text(name, value, rule);
    if (typeof value !== "string") this.reject(name, "not_text");
    else if (!rule.choices.includes(value)) {
      this.reject(name, { kind: "not_a_choice", choices: rule.choices });
    }
    return String(value);
  }

  #absent(name: string, { isRequired }: Rule): string | null {
    if (isRequired) this.reject(name, "required");
    return isRequired ? "" : null;
  }

  #text(name: string, value: unknown, rule: TextRule): string {
    const { lengthMin = 1, lengthMax, isRequired, form, formProblem = "not_text" } = rule;
    const unfit = rule.hasLines ? UNFIT_LINES : UNFIT;
    if (typeof value !== "string" || unfit.test(value)) {
      this.reject(name, rule.hasLines ? "not_text" : "not_one_line");
      return "";
    }
    const length = [...value].length;
    if (isRequired && value.trim() === "") this.reject(name, "required");
    else if (length > lengthMax) {
      this.reject(name, { kind: "too_long", lengthMax });
    } else if (length < lengthMin) {
      this.reject(name, { kind: "too_short", lengthMin });
    } else if (form?.test(value) === false) this.reject(name, formProblem);
    return value;
  }

  #flag(name: string, { fallback, isRequired }: Extract<Rule, { kind: "flag" }>): boolean {
    const value = this.get(name);
    if (value === undefined || value === null) {
      if (isRequired) this.reject(name, "required");
      return fallback ?? false;
    }
    const read = FLAGS.get(typeof value === "string" ? value.toLowerCase() : value);
    if (read === undefined) this.reject(name, "not_true_or_false");
    return read ?? false;
  }
}
