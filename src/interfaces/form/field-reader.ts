/** Reads a page's fields by rules and collects what is wrong with them, as sentences. */
import type { Form } from "../../wire/form.ts";
import { atMost, HARMLESS, PLAIN } from "../../wire/reader/check.ts";
import { formSource } from "../../wire/reader/form-rules.ts";
import { ownProblem, type Problem } from "../../wire/reader/problem.ts";
import { type Prepare, type Rule, textRule } from "../../wire/reader/rule.ts";
import type { Source } from "../../wire/reader/rule-set.ts";
import { FieldSentences } from "../../wire/reader/sink.ts";

/** A rule of the form. Its own problems are sentences. */
export type FieldRule<Value> = Rule<Value, string>;

/** Trims the text. A field that was sent twice counts as missing. */
const takeTyped: Prepare = (sent) =>
  typeof sent === "string" ? sent.trim() || undefined : undefined;

/** Removes spaces and dashes between digits. */
export const takeDigits: Prepare = (sent) => {
  const text = takeTyped(sent);
  return typeof text === "string" ? text.replaceAll(/[\s-]/g, "") || undefined : undefined;
};

export const TYPED: FieldRule<string> = textRule<string>(takeTyped, []);

/** A line of text that may be left out. */
export function optionalLine(lengthMax: number): FieldRule<string | undefined> {
  return textRule<string>(takeTyped, [atMost(lengthMax), HARMLESS, PLAIN]).optional();
}

export function requiredLine(lengthMax: number, missing: string): FieldRule<string> {
  const rule = textRule<string>(takeTyped, [atMost(lengthMax), HARMLESS, PLAIN]);
  return rule.orReport(ownProblem(missing));
}

function problemSentence(_field: string, { kind, limits, own }: Problem<string>): string {
  if (own !== undefined) return own;
  if (kind === "too_long") return `Use at most ${limits.max} characters.`;
  if (kind === "like_card_number") return "Do not enter a card number here.";
  return "This contains characters that we cannot accept, such as tabs or line breaks. Please type it again.";
}

export class FieldReader {
  readonly #sink = new FieldSentences<string>(problemSentence);
  readonly #source: Source;

  constructor(sent: Form) {
    this.#source = formSource(sent);
  }

  /** The first error of each field. */
  get errors(): ReadonlyMap<string, string> {
    return this.#sink.sentences;
  }

  read<Value>(name: string, rule: FieldRule<Value>): Value {
    return rule.read(this.#source(name), name, this.#sink);
  }

  /** An error of a rule that depends on the form or on other fields. */
  error(name: string, words: string): undefined {
    this.#sink.add(name, words);
    return undefined;
  }

  /** Empty where nothing was typed. */
  text(name: string): string {
    return this.read(name, TYPED_OR_EMPTY);
  }
}

const TYPED_OR_EMPTY = TYPED.or("");
