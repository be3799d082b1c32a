/** Checks of a text. A rule runs them in the order in which its interface reports errors. */
import { EMAIL_ADDRESS } from "../../values/email-address.ts";
import { isHarmless } from "../../values/masking/harmless.ts";
import { isLonger, isPlainText } from "./plain-text.ts";
import { MISSING, Problem } from "./problem.ts";

/** Attributes of a JSON schema that a check adds. */
export interface SchemaLimits {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
}

export interface Check<Own = never> {
  isMet(text: string): boolean;
  readonly problem: Problem<Own>;
  readonly schema: SchemaLimits;
}

/** Counts characters. */
export function atMost(max: number): Check {
  const isMet = (text: string) => !isLonger(text, max);
  const schema = Number.isFinite(max) ? { maxLength: max } : {};
  return { isMet, problem: new Problem("too_long", { max }), schema };
}

export function atLeast(min: number): Check {
  const isMet = (text: string) => text.length >= min && [...text].length >= min;
  return { isMet, problem: new Problem("too_short", { min }), schema: { minLength: min } };
}

export const PLAIN: Check = {
  isMet: isPlainText,
  problem: new Problem("control_characters"),
  schema: {},
};

/** A text that is only blanks counts as missing. */
export const NOT_BLANK: Check = {
  isMet: (text) => text.trim() !== "",
  problem: MISSING,
  schema: {},
};

const LINE_BREAK_OR_TAB = /[\r\n\t]/;
export const ONE_LINE: Check = {
  isMet: (text) => !LINE_BREAK_OR_TAB.test(text),
  problem: new Problem("not_one_line"),
  schema: {},
};

/** The text is stored and shown, so it must not contain a card number. */
export const HARMLESS: Check = {
  isMet: isHarmless,
  problem: new Problem("like_card_number"),
  schema: {},
};

export const EMAIL: Check = {
  isMet: (text) => EMAIL_ADDRESS.test(text),
  problem: new Problem("not_an_email"),
  schema: {},
};

const DIGITS_ONLY = /^[0-9]+$/;
export const DIGITS: Check = {
  isMet: (text) => DIGITS_ONLY.test(text),
  problem: new Problem("not_digits"),
  schema: { pattern: DIGITS_ONLY.source },
};

export function mustBeOneOf(choices: readonly string[]): Check {
  return {
    isMet: (text) => choices.includes(text),
    problem: new Problem("not_a_choice", { choices }),
    schema: { enum: choices },
  };
}

/** Any other condition. `schema` describes it as far as a JSON schema can. */
export function must<Own>(
  isMet: (text: string) => boolean,
  problem: Problem<Own>,
  schema: SchemaLimits = {},
): Check<Own> {
  return { isMet, problem, schema };
}
