/** Reads request bodies and queries. All errors of a body are reported at once, by field. */
import { Secret } from "../../values/secret.ts";
import { isPlainText } from "../../wire/fields.ts";

/** Error sentences by field. */
export class BodyErrors extends Error {
  override readonly name = "BodyErrors";
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super(`invalid: ${Object.keys(fields).join(", ")}`);
    this.fields = fields;
  }
}

export interface TextRule {
  readonly max?: number;
  /** The required pattern and its error sentence. */
  readonly form?: readonly [RegExp, string];
}

const TEXT_MAX = 255;

/**
 * Each reader returns a value to continue with and records errors. `settle` then throws, before
 * anything is done.
 */
export class Body {
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #errors: Record<string, string> = {};

  constructor(value: unknown) {
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    this.#members = isObject ? (value as Record<string, unknown>) : {};
  }

  /** The raw value, for parts of the core that validate it themselves. */
  get members(): Readonly<Record<string, unknown>> {
    return this.#members;
  }

  has(name: string): boolean {
    return this.#members[name] !== undefined && this.#members[name] !== null;
  }

  /** Whether the value is text, even blank. */
  isText(name: string): boolean {
    return typeof this.#members[name] === "string";
  }

  error(name: string, sentence: string): void {
    this.#errors[name] ??= sentence;
  }

  text(name: string, rule: TextRule = {}): string {
    const value = this.optionalText(name, rule);
    if (value === undefined) this.error(name, "This field is required.");
    return value ?? "";
  }

  /** Undefined if absent or blank. */
  optionalText(name: string, { max = TEXT_MAX, form }: TextRule = {}): string | undefined {
    const value = this.#members[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string" || !isPlainText(value)) {
      this.error(name, "Enter text.");
      return undefined;
    }
    const text = value.trim();
    if (text === "") return undefined;
    if (text.length > max) this.error(name, `Use at most ${max} characters.`);
    else if (form !== undefined && !form[0].test(text)) this.error(name, form[1]);
    return text;
  }

  /** The exact text, including leading and trailing spaces. */
  secret(name: string, max = 1_024): Secret {
    const value = this.#members[name];
    const isFine = typeof value === "string" && value !== "" && value.length <= max;
    if (!isFine) this.error(name, "This field is required.");
    return new Secret(isFine ? value : "");
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const found = choices.find((choice) => choice === this.#members[name]);
    if (found === undefined) this.error(name, `Choose one of: ${choices.join(", ")}.`);
    return found ?? (choices[0] as Choice);
  }

  flag(name: string): boolean {
    const value = this.#members[name];
    if (typeof value !== "boolean") this.error(name, "Choose yes or no.");
    return value === true;
  }

  whole(name: string, { min, max }: { readonly min: number; readonly max: number }): number {
    const value = this.#members[name];
    if (Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max) {
      return Number(value);
    }
    this.error(name, `Enter a whole number from ${min} to ${max}.`);
    return min;
  }

  texts(name: string, { most, max = TEXT_MAX }: { readonly most: number; readonly max?: number }) {
    const value = this.#members[name] ?? [];
    const isFine = (one: unknown) => typeof one === "string" && isPlainText(one);
    if (!Array.isArray(value) || !value.every(isFine)) {
      this.error(name, "This must be a list of texts.");
      return [];
    }
    const texts = (value as string[]).map((one) => one.trim()).filter((one) => one !== "");
    if (texts.length > most) this.error(name, `Enter at most ${most}.`);
    if (texts.some((one) => one.length > max)) this.error(name, `Use at most ${max} characters.`);
    return texts;
  }

  /** The object's fields, or none if it is absent or not an object. */
  object(name: string): Readonly<Record<string, unknown>> {
    const value = this.#members[name];
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : {};
  }

  settle(): void {
    if (Object.keys(this.#errors).length > 0) throw new BodyErrors(this.#errors);
  }
}

/** Reads query parameters. Invalid values are ignored. */
export class Query {
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(values: unknown) {
    this.#values = values as Readonly<Record<string, unknown>>;
  }

  text(name: string, max = TEXT_MAX): string | undefined {
    const value = this.#values[name];
    if (typeof value !== "string" || value === "" || value.length > max) return undefined;
    return isPlainText(value) ? value : undefined;
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    return choices.find((choice) => choice === this.#values[name]);
  }

  /** A page of a counted list. `page` starts at 1. */
  slice(most = 100): { readonly take: number; readonly skip: number } {
    const take = this.#whole("take", 25, most);
    return { take, skip: (this.#whole("page", 1, 1_000_000) - 1) * take };
  }

  take(most = 100): number {
    return this.#whole("take", 25, most);
  }

  #whole(name: string, fallback: number, most: number): number {
    const text = this.text(name) ?? "";
    const value = /^\d{1,9}$/.test(text) ? Number(text) : fallback;
    return Math.min(Math.max(value, 1), most);
  }
}
