/**
 * Reads request bodies and queries of the console by the rules of `wire/reader`. All errors of a body
 * are reported at once, as sentences by field.
 */
import { Secret } from "../../values/secret.ts";
import { Members } from "../../wire/management/members.ts";
import { type Check, must } from "../../wire/reader/check.ts";
import {
  type JsonMembers,
  jsonChoice,
  jsonFlag,
  jsonObject,
  jsonTexts,
  jsonWhole,
  objectMembers,
  takeTrimmedText,
  type WholeRange,
} from "../../wire/reader/json-rules.ts";
import { isPlainText } from "../../wire/reader/plain-text.ts";
import { MISSING, ownProblem, Problem } from "../../wire/reader/problem.ts";
import { type Prepare, Rule, textRule } from "../../wire/reader/rule.ts";
import type { RuleSet, Rules, Values } from "../../wire/reader/rule-set.ts";
import { FieldSentences, type Sink } from "../../wire/reader/sink.ts";

/** Error sentences by field. */
export class BodyErrors extends Error {
  override readonly name = "BodyErrors";
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super(`invalid: ${Object.keys(fields).join(", ")}`);
    this.fields = fields;
  }
}

/** A rule may have its own sentence. */
function problemSentence(_field: string, { kind, limits, own }: Problem<string>): string {
  const { min, max, choices = [] } = limits;
  if (own !== undefined) return own;
  if (kind === "missing") return "This field is required.";
  if (kind === "too_long") return `Use at most ${max} characters.`;
  if (kind === "not_a_choice") return `Choose one of: ${choices.join(", ")}.`;
  if (kind === "not_a_flag") return "Choose yes or no.";
  if (kind === "not_whole") return `Enter a whole number from ${min} to ${max}.`;
  if (kind === "not_a_list") return "Enter a list of texts.";
  if (kind === "too_many") return `Enter at most ${max}.`;
  return "Enter text.";
}

export interface TextLimits {
  readonly max?: number;
  /** The required pattern and its error sentence. */
  readonly form?: readonly [RegExp, string];
}

const TEXT_MAX = 255;
const SECRET_MAX = 1_024;

/** A text without blanks around it. Its length counts code units, as the pages do. */
export function bodyText({ max = TEXT_MAX, form }: TextLimits = {}): Rule<string, string> {
  return textRule<string>(takeTrimmedText, [shortEnough(max), ...(form ? [inForm(form)] : [])]);
}

function shortEnough(max: number): Check {
  return must((text) => text.length <= max, new Problem("too_long", { max }), { maxLength: max });
}

function inForm([pattern, sentence]: NonNullable<TextLimits["form"]>): Check<string> {
  return must((text) => pattern.test(text), ownProblem(sentence), { pattern: pattern.source });
}

/** The exact text, including leading and trailing spaces. */
function bodySecret(max: number): Rule<Secret> {
  const prepare: Prepare = (sent) =>
    typeof sent === "string" && sent !== "" && sent.length <= max ? sent : undefined;
  const { schema } = textRule(prepare, [shortEnough(max)]);
  const parse = (text: string) => new Secret(text);
  return new Rule({ prepare, checks: [], parse, missing: MISSING, absent: new Secret(""), schema });
}

/**
 * Each reader returns a value to continue with and records errors. `settle` then throws, before
 * anything is done.
 */
export class Body {
  readonly #members: JsonMembers;
  readonly #errors = new FieldSentences<string>(problemSentence);

  constructor(value: unknown) {
    this.#members = objectMembers(value) ?? {};
  }

  /** Only these members, for the readers of management. */
  managementMembers(names: readonly string[]): Members {
    const sent = Object.entries(this.#members).filter(([name]) => names.includes(name));
    return new Members(Object.fromEntries(sent));
  }

  has(name: string): boolean {
    return this.#members[name] !== undefined && this.#members[name] !== null;
  }

  /** Whether the value is text, even blank. */
  isText(name: string): boolean {
    return typeof this.#members[name] === "string";
  }

  /** Whether the value was sent as null, which removes it. */
  isNull(name: string): boolean {
    return this.#members[name] === null;
  }

  /** Whether the value is exactly true. Any other value counts as false. */
  isTrue(name: string): boolean {
    return this.#members[name] === true;
  }

  error(name: string, sentence: string): void {
    this.#errors.add(name, sentence);
  }

  read<Value>(name: string, rule: Rule<Value, string> | Rule<Value>): Value {
    return (rule as Rule<Value, string>).read(this.#members[name], name, this.#errors);
  }

  readAll<Some extends Rules<string>>(set: RuleSet<Some>): Values<Some> {
    return set.read((name) => this.#members[name], this.#errors as Sink<unknown>);
  }

  /** Only the members that were sent. */
  readSent<Some extends Rules<string>>(set: RuleSet<Some>): Partial<Values<Some>> {
    const source = (name: string) => this.#members[name] ?? undefined;
    return set.readSent(source, this.#errors as Sink<unknown>);
  }

  text(name: string, limits?: TextLimits): string {
    return this.read(name, bodyText(limits));
  }

  /** Undefined if absent or blank. */
  optionalText(name: string, limits?: TextLimits): string | undefined {
    return this.read(name, bodyText(limits).optional());
  }

  secret(name: string, max = SECRET_MAX): Secret {
    return this.read(name, bodySecret(max));
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    return this.read(name, jsonChoice(choices));
  }

  flag(name: string): boolean {
    return this.read(name, jsonFlag());
  }

  whole(name: string, range: WholeRange): number {
    return this.read(name, jsonWhole(range));
  }

  texts(name: string, { most, max = TEXT_MAX }: { readonly most: number; readonly max?: number }) {
    return this.read(name, jsonTexts({ countMax: most, lengthMax: max }));
  }

  /** The object's fields, or none if it is absent or not an object. */
  object(name: string): JsonMembers {
    return this.read(name, jsonObject());
  }

  settle(): void {
    const { sentences } = this.#errors;
    if (sentences.size > 0) throw new BodyErrors(Object.fromEntries(sentences));
  }
}

const takeQueryText: Prepare = (sent) =>
  typeof sent === "string" && sent !== "" && isPlainText(sent) ? sent : undefined;

/** Reads query parameters. Invalid values are ignored. */
export class Query {
  readonly #values: JsonMembers;

  constructor(values: unknown) {
    this.#values = values as JsonMembers;
  }

  text(name: string, max = TEXT_MAX): string | undefined {
    return this.#read(name, textRule(takeQueryText, [shortEnough(max)]).optional());
  }

  choice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    return this.#read(name, jsonChoice(choices));
  }

  /** A page of a counted list. `page` starts at 1. */
  slice(most = 100): { readonly take: number; readonly skip: number } {
    const take = this.take(most);
    return { take, skip: (this.#whole("page", 1, 1_000_000) - 1) * take };
  }

  take(most = 100): number {
    return this.#whole("take", 25, most);
  }

  /** The same query with other values for some names. Empty values are left out. */
  with(values: Readonly<Record<string, string>>): Query {
    return new Query({ ...this.#values, ...values });
  }

  #read<Value>(name: string, rule: Rule<Value>): Value | undefined {
    return rule.readLeniently(this.#values[name]);
  }

  #whole(name: string, fallback: number, most: number): number {
    const text = this.text(name) ?? "";
    const value = /^\d{1,9}$/.test(text) ? Number(text) : fallback;
    return Math.min(Math.max(value, 1), most);
  }
}
