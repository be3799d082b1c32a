/** How a member of a resource may look: rules as data, for readers and for the OpenAPI document. */
import type { PlainProblemKind } from "./field-problems.ts";

export type Rule =
  | {
      readonly kind: "text";
      readonly lengthMax: number;
      readonly lengthMin?: number;
      readonly isRequired?: true;
      /** Line breaks and tabs are text in it. */
      readonly hasLines?: true;
      readonly form?: RegExp;
      /** What is wrong with a text that does not have the form. */
      readonly formProblem?: PlainProblemKind;
      readonly about?: string;
    }
  | {
      readonly kind: "choice";
      readonly choices: readonly string[];
      readonly isRequired?: true;
      readonly about?: string;
    }
  | {
      readonly kind: "flag";
      readonly isRequired?: true;
      /** What it is when it is not sent with a new resource. */
      readonly fallback?: boolean;
      readonly about?: string;
    };

export type Rules = Readonly<Record<string, Rule>>;

type ValueOf<One extends Rule> = One extends { readonly kind: "flag" }
  ? boolean
  : One extends { readonly isRequired: true }
    ? string
    : string | null;

export type ValuesOf<Some extends Rules> = {
  readonly [Name in keyof Some]: ValueOf<Some[Name]>;
};

const TEXT_MAX = 255;

export const text = (lengthMax = TEXT_MAX) => ({ kind: "text", lengthMax }) as const;
export const lines = (lengthMax = TEXT_MAX) => ({ ...text(lengthMax), hasLines: true }) as const;
export const requiredText = (lengthMax = TEXT_MAX) =>
  ({ kind: "text", lengthMax, isRequired: true }) as const;
export const requiredChoice = (choices: readonly string[]) =>
  ({ kind: "choice", choices, isRequired: true }) as const;
export const flag = (fallback: boolean) => ({ kind: "flag", fallback }) as const;
