/**
 * A problem that a rule found with a value: a kind with its limits. A sink turns it into the error
 * of an interface. `Own` is the type of problems that only one interface has words for.
 */
export type ProblemKind =
  | "missing"
  | "repeated"
  | "not_text"
  | "control_characters"
  | "not_one_line"
  | "like_card_number"
  | "too_long"
  | "too_short"
  | "too_many"
  | "wrong_count"
  | "not_a_list"
  | "not_digits"
  | "not_a_choice"
  | "not_a_flag"
  | "not_an_amount"
  | "not_an_email"
  | "not_whole"
  | "out_of_range"
  | "not_a_date"
  | "not_a_uuid"
  /** The value is not allowed, without further detail. */
  | "invalid"
  /** Only one interface has a text for it. */
  | "own";

export interface Limits {
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
}

export class Problem<Own = never> {
  readonly kind: ProblemKind;
  readonly limits: Limits;
  readonly own: Own | undefined;

  constructor(kind: ProblemKind, limits: Limits = {}, own?: Own) {
    this.kind = kind;
    this.limits = limits;
    this.own = own;
  }
}

/** A problem that only one interface has a text for. */
export function ownProblem<Own>(own: Own): Problem<Own> {
  return new Problem("own", {}, own);
}

export const MISSING = new Problem("missing");
export const REPEATED = new Problem("repeated");
export const NOT_TEXT = new Problem("not_text");
export const INVALID = new Problem("invalid");

export const REAL_DATE = "must be a real calendar date, for example 2026-02-28";

type RuleText = (limits: Limits) => string;

const RULE_TEXTS: Readonly<Record<Exclude<ProblemKind, "own">, RuleText>> = {
  missing: () => "is required",
  repeated: () => "must be sent once",
  not_text: () => "must be text",
  control_characters: () => "must not contain control characters",
  not_one_line: () => "must be a single line",
  like_card_number: () => "must not look like a card number",
  too_long: ({ max }) => `must have at most ${max} characters`,
  too_short: ({ min }) => `must have at least ${min} characters`,
  too_many: ({ max }) => `must have at most ${max} elements`,
  wrong_count: ({ min, max }) => `must have from ${min} to ${max} elements`,
  not_a_list: () => "must be a list",
  not_digits: () => "must contain only digits",
  not_a_choice: ({ choices = [] }) => `must be one of: ${choices.join(", ")}`,
  not_a_flag: () => "must be 1, 0, true or false",
  not_an_amount: () => "must be an amount such as 12.34, with at most two decimal places",
  not_an_email: () => "must be an email address",
  not_whole: ({ min, max }) => `must be a whole number from ${min} to ${max}`,
  out_of_range: ({ min, max }) => `must be a whole number from ${min} to ${max}`,
  not_a_date: () => REAL_DATE,
  not_a_uuid: () => "must be a UUID",
  invalid: () => "has a value that is not allowed",
};

/** Completes the sentence "The field …". Undefined: only the interface has the text. */
export function problemRule({ kind, limits }: Problem<unknown>): string | undefined {
  return kind === "own" ? undefined : RULE_TEXTS[kind](limits);
}
