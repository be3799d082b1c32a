/**
 * Reads the members of a JSON object into typed values. Errors are collected by field. An unreadable
 * member gets a placeholder value that must not be stored.
 */
import { ErrorCollector } from "../../core/management/scope/field-errors.ts";
import type { FieldProblem, PlainProblemKind } from "../../core/management/scope/field-problems.ts";
import type { Reference } from "../../core/management/scope/reference-store.ts";
import type { FlagRule, Rule, Rules, RuleValues, TextRule } from "./field-rules.ts";

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
// Control characters and unpaired surrogates are not text; line breaks and tabs are in some fields.
const UNFIT = /[\p{Cc}\p{Surrogate}]/u;
const UNFIT_LINES = /[^\P{Cc}\t\r\n]|\p{Surrogate}/u;
const REFERENCE_MAX = 255;

export class Members {
  readonly errors: ErrorCollector;
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #path: string;

  /** `path` is the path of the object. It is empty for a whole body. */
  constructor(value: unknown, errors = new ErrorCollector(), path = "") {
    this.#path = path;
    this.errors = errors;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isObject) errors.reject(path || "body", "not_an_object");
    this.#values = isObject ? (value as Record<string, unknown>) : {};
  }

  /** For a new record: absent members get their fallback. */
  readValues<Some extends Rules>(rules: Some): RuleValues<Some> {
    const read = Object.entries(rules).map(([name, rule]) => [name, this.#readValue(name, rule)]);
    return Object.fromEntries(read) as RuleValues<Some>;
  }

  /** For a change: only the members that were sent. */
  readChanges<Some extends Rules>(rules: Some): Partial<RuleValues<Some>> {
    const sent = Object.entries(rules).filter(([name]) => this.get(name) !== undefined);
    const read = sent.map(([name, rule]) => {
      // A flag has no empty value.
      if (rule.kind === "flag" && this.get(name) === null) this.reject(name, "required");
      return [name, this.#readValue(name, rule)];
    });
    return Object.fromEntries(read) as Partial<RuleValues<Some>>;
  }

  /** Undefined: not sent, or wrong. Null: the reference is to be removed. */
  readReference(name: string): Reference | null | undefined {
    const value = this.get(name);
    if (value === undefined || value === null) return value;
    const inside = this.inside(name);
    const [id, label] = [inside.#readReferencePart("id"), inside.#readReferencePart("name")];
    if (id !== undefined) return { id };
    if (label !== undefined) return { name: label };
    // An id that is not text was already reported.
    if (!this.errors.has(this.pathOf(name))) this.reject(name, "reference_without_id_or_name");
    return undefined;
  }

  readRequiredReference(name: string): Reference | undefined {
    if (this.get(name) === undefined) this.reject(name, "required");
    return this.readReplacingReference(name);
  }

  /** For a change of a reference that every record has: it cannot become null. */
  readReplacingReference(name: string): Reference | undefined {
    if (this.get(name) === null) this.reject(name, "required");
    return this.readReference(name) ?? undefined;
  }

  /** Reads a required member that is an object. */
  inside(name: string): Members {
    const value = this.get(name);
    if (value === undefined || value === null) {
      this.reject(name, "required");
      return new Members({}, this.errors, this.pathOf(name));
    }
    return new Members(value, this.errors, this.pathOf(name));
  }

  /** Reads a required member that is an array of objects. */
  insideEach(name: string, { min, max }: { readonly min: number; readonly max: number }) {
    const value = this.get(name);
    if (value === undefined || value === null) this.reject(name, "required");
    else if (!Array.isArray(value)) this.reject(name, "not_an_array");
    else if (value.length < min || value.length > max) {
      this.reject(name, { kind: "wrong_item_count", min, max });
    } else {
      const path = this.pathOf(name);
      return value.map((item, index) => new Members(item, this.errors, `${path}[${index}]`));
    }
    return [];
  }

  /** The version that a change is based on, if it was sent. */
  readVersion(): number | undefined {
    const value = this.get("version");
    if (value === undefined || value === null) return undefined;
    if (Number.isInteger(value) && Number(value) >= 0) return Number(value);
    this.reject("version", "not_a_whole_number");
    return undefined;
  }

  readFlag(name: string, { fallback, isRequired }: Omit<FlagRule, "kind">): boolean {
    const value = this.get(name);
    if (value === undefined || value === null) {
      if (isRequired) this.reject(name, "required");
      return fallback ?? false;
    }
    const read = FLAGS.get(typeof value === "string" ? value.toLowerCase() : value);
    if (read === undefined) this.reject(name, "not_true_or_false");
    return read ?? false;
  }

  /** The value as it was sent. */
  get(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
  }

  reject(name: string, problem: FieldProblem | PlainProblemKind): void {
    this.errors.reject(this.pathOf(name), problem);
  }

  pathOf(name: string): string {
    return this.#path === "" ? name : `${this.#path}.${name}`;
  }

  /** The id or the name of a reference. A whole number is read as text. */
  #readReferencePart(name: "id" | "name"): string | undefined {
    const value = this.get(name);
    if (value === undefined || value === null || value === "") return undefined;
    if (typeof value === "number" && Number.isSafeInteger(value)) return String(value);
    if (typeof value === "string" && value.length <= REFERENCE_MAX && !UNFIT.test(value)) {
      return value;
    }
    this.reject(name, "not_text");
    return undefined;
  }

  #readValue(name: string, rule: Rule): string | boolean | null {
    if (rule.kind === "flag") return this.readFlag(name, rule);
    const value = this.get(name);
    if (value === undefined || value === null || value === "") {
      if (rule.isRequired) this.reject(name, "required");
      return rule.isRequired ? "" : null;
    }
    if (rule.kind === "text") return this.#readText(name, value, rule);
    if (typeof value !== "string") this.reject(name, "not_text");
    else if (!rule.choices.includes(value)) {
      this.reject(name, { kind: "not_a_choice", choices: rule.choices });
    }
    return String(value);
  }

  #readText(name: string, value: unknown, rule: TextRule): string {
    const { lengthMin = 1, lengthMax, isRequired, form } = rule;
    const unfit = rule.hasLines ? UNFIT_LINES : UNFIT;
    if (typeof value !== "string" || unfit.test(value)) {
      this.reject(name, rule.hasLines ? "not_text" : "not_one_line");
      return "";
    }
    const length = [...value].length;
    if (isRequired && value.trim() === "") this.reject(name, "required");
    else if (length > lengthMax) this.reject(name, { kind: "too_long", lengthMax });
    else if (length < lengthMin) this.reject(name, { kind: "too_short", lengthMin });
    else if (form?.matches.test(value) === false) this.reject(name, form.problem);
    return value;
  }
}
