/**
 * Rules for forms and query strings, where every value is a text. An empty field counts as absent,
 * and a repeated field is an error.
 */
import Type from "typebox";
import { type Cents, parseCents } from "../../values/money.ts";
import type { Form } from "../form.ts";
import { InvalidField, RequestError } from "../request-error.ts";
import { atMost, type Check, DIGITS, mustBeOneOf, PLAIN } from "./check.ts";
import { parseFlag } from "./plain-text.ts";
import { Problem, problemRule, REPEATED } from "./problem.ts";
import { type Prepare, type Rule, textRule } from "./rule.ts";
import type { Source } from "./rule-set.ts";
import { FirstError } from "./sink.ts";

const AMOUNT_LENGTH_MAX = 9;
const FLAG_LENGTH_MAX = 5;
const CHOICE_LENGTH_MAX = 64;
const NOT_AN_AMOUNT = new Problem("not_an_amount");
const NOT_A_FLAG = new Problem("not_a_flag");

export function formSource(form: Form): Source {
  return (name) => formValue(form, name);
}

function formValue(form: Form, name: string): string | Problem | undefined {
  const values = form.get(name);
  if (values === undefined) return undefined;
  return values.length === 1 ? values[0] : REPEATED;
}

/** Reads one field. Throws if it breaks its rule. */
export function readField<Value>(form: Form, name: string, rule: Rule<Value, string>): Value {
  return rule.read(formValue(form, name), name, FIRST_FORM_ERROR);
}

/** Reads one field, or undefined if it is absent or breaks its rule. */
export function readFieldLeniently<Value>(form: Form, name: string, rule: Rule<Value, string>) {
  return rule.readLeniently(formValue(form, name));
}

export const takeFormText: Prepare = (sent) => {
  if (typeof sent === "string") return sent === "" ? undefined : sent;
  return sent === undefined ? undefined : REPEATED;
};

/** Text of any number of lines. */
export function formText<Own = never>(
  lengthMax: number,
  ...more: readonly Check<Own>[]
): Rule<string, Own> {
  return textRule<Own>(takeFormText, [atMost(lengthMax), PLAIN, ...more]);
}

export function formDigits(lengthMax: number): Rule<string> {
  return formText(lengthMax, DIGITS);
}

export function formCents(lengthMax = AMOUNT_LENGTH_MAX): Rule<Cents> {
  return formText(lengthMax).as(parseCents, NOT_AN_AMOUNT);
}

export function formFlag(): Rule<boolean> {
  return formText(FLAG_LENGTH_MAX).as(parseFlag, NOT_A_FLAG).shownAs(Type.Boolean());
}

export function formChoice<const Choice extends string>(choices: readonly Choice[]): Rule<Choice> {
  const rule = formText(CHOICE_LENGTH_MAX, mustBeOneOf(choices)) as Rule<string> as Rule<Choice>;
  return rule.shownAs(Type.Enum([...choices]));
}

/** The error of a field. `problem.own` is a rule that completes the sentence "The field …". */
export function formError(field: string, problem: Problem<string>): RequestError {
  const { kind, limits } = problem;
  if (kind === "missing") return new RequestError("missing", field);
  if (kind === "too_long") return new RequestError("too_long", field, limits.max);
  if (kind === "not_a_date") return new RequestError("invalid_date", field);
  if (kind === "invalid") return new RequestError("invalid", field);
  return new InvalidField(field, problem.own ?? problemRule(problem) ?? "");
}

/** Reads a form up to its first error. */
export const FIRST_FORM_ERROR = new FirstError<string>(formError);
