/** The rules for members of management's requests: which texts, choices and flags they may be. */
import Type from "typebox";
import type { FieldProblem, PlainProblemKind } from "../../core/management/scope/field-problems.ts";
import { atLeast, atMost, type Check, must, mustBeOneOf, NOT_BLANK } from "../reader/check.ts";
import { takeText, takeValue } from "../reader/json-rules.ts";
import { MISSING, NOT_TEXT, ownProblem, Problem } from "../reader/problem.ts";
import { type Prepare, Rule, type RuleValue, textRule } from "../reader/rule.ts";

/** Problems that only management has, in the kinds of its core. */
export type OwnProblem = FieldProblem | PlainProblemKind;
export type MemberRule<Value> = Rule<Value, OwnProblem>;
export type MemberRules = Readonly<Record<string, MemberRule<unknown>>>;

/** The values that a set of rules reads, by the names of the members. */
export type RuleValues<Some extends MemberRules> = {
  readonly [Name in keyof Some]: RuleValue<Some[Name]>;
};

const TEXT_MAX = 255;
// Control characters and unpaired surrogates are refused. Some fields allow line breaks and tabs.
const UNFIT = /[\p{Cc}\p{Surrogate}]/u;
const UNFIT_LINES = /[^\P{Cc}\t\r\n]|\p{Surrogate}/u;
const NOT_ONE_LINE = new Problem("not_one_line");

export function isOneLine(text: string): boolean {
  return !UNFIT.test(text);
}

function takeFitText(unfit: RegExp, problem: Problem): Prepare {
  return (sent) => {
    const text = takeText(sent);
    if (text === undefined) return undefined;
    return typeof text === "string" && !unfit.test(text) ? text : problem;
  };
}

const takeLine = takeFitText(UNFIT, NOT_ONE_LINE);
const takeLines = takeFitText(UNFIT_LINES, NOT_TEXT);

function memberText(prepare: Prepare, checks: readonly Check<OwnProblem>[]): MemberRule<string> {
  return new Rule({ ...textRule<OwnProblem>(prepare, checks).parts, wrong: "" });
}

/** One line of text. Null: no text. */
export function textMember(lengthMax = TEXT_MAX, lengthMin?: number): MemberRule<string | null> {
  const least = lengthMin === undefined ? [] : [atLeast(lengthMin)];
  return memberText(takeLine, [atMost(lengthMax), ...least]).or(null);
}

/** Text of any number of lines. */
export function multilineMember(lengthMax = TEXT_MAX): MemberRule<string | null> {
  return memberText(takeLines, [atMost(lengthMax)]).or(null);
}

export function requiredText(lengthMax = TEXT_MAX): MemberRule<string> {
  return memberText(takeLine, [{ ...NOT_BLANK, schema: { minLength: 1 } }, atMost(lengthMax)]);
}

/** A condition that the schema cannot express. */
export function matching(pattern: RegExp, problem: PlainProblemKind): Check<OwnProblem> {
  return must((one) => pattern.test(one), ownProblem<OwnProblem>(problem));
}

export function requiredChoice(choices: readonly string[]): MemberRule<string> {
  return memberText(takeText, [mustBeOneOf(choices)]).shownAs(Type.Enum([...choices]));
}

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
const NOT_A_FLAG = new Problem("not_a_flag");

/** An invalid flag is read as false. */
export function requiredFlag(): MemberRule<boolean> {
  return new Rule<boolean, OwnProblem>({
    prepare: (sent) => {
      const value = takeValue(sent);
      if (value === undefined) return undefined;
      return FLAGS.get(typeof value === "string" ? value.toLowerCase() : value) ?? NOT_A_FLAG;
    },
    checks: [],
    missing: MISSING,
    absent: false,
    wrong: false,
    schema: Type.Boolean(),
  });
}

/** A flag, with its default value for new records. */
export function flag(fallback: boolean): MemberRule<boolean> {
  return requiredFlag().or(fallback).describe({ default: fallback });
}
