/** Rules for the members of requests, as data: for the readers and the OpenAPI document. */
import type { PlainProblemKind } from "../../core/management/scope/field-problems.ts";

export interface TextRule {
  readonly kind: "text";
  readonly lengthMax: number;
  readonly lengthMin?: number;
  readonly isRequired?: true;
  /** Line breaks and tabs are allowed. */
  readonly hasLines?: true;
  readonly form?: { readonly matches: RegExp; readonly problem: PlainProblemKind };
}

export interface ChoiceRule {
  readonly kind: "choice";
  readonly choices: readonly string[];
  readonly isRequired?: true;
}

export interface FlagRule {
  readonly kind: "flag";
  readonly isRequired?: true;
  /** The value of a new record where the member is absent. */
  readonly fallback?: boolean;
}

export type Rule = TextRule | ChoiceRule | FlagRule;
export type Rules = Readonly<Record<string, Rule>>;

type RuleValue<One extends Rule> = One extends FlagRule
  ? boolean
  : One extends { readonly isRequired: true }
    ? string
    : string | null;

/** The values that a set of rules reads, by the names of the members. */
export type RuleValues<Some extends Rules> = {
  readonly [Name in keyof Some]: RuleValue<Some[Name]>;
};

const TEXT_MAX = 255;

export const text = (lengthMax = TEXT_MAX) => ({ kind: "text", lengthMax }) as const;
export const lines = (lengthMax = TEXT_MAX) => ({ ...text(lengthMax), hasLines: true }) as const;
export const requiredText = (lengthMax = TEXT_MAX) =>
  ({ kind: "text", lengthMax, isRequired: true }) as const;
export const requiredChoice = (choices: readonly string[]) =>
  ({ kind: "choice", choices, isRequired: true }) as const;
export const flag = (fallback: boolean) => ({ kind: "flag", fallback }) as const;
