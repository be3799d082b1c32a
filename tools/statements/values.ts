/**
 * What the reader of statements knows about an expression of the program: the SQL text that it
 * stands for, a list, a record, a function, or nothing. An expression has several possible values
 * if the program decides between them when it runs.
 */
import type ts from "typescript";

/** The values of parameters of the functions that are being read. They are read when needed. */
export interface Frame {
  readonly parameters: ReadonlyMap<ts.Node, () => Values>;
  readonly outer: Frame | undefined;
}

export type Value =
  /** SQL, with $1 for every parameter. */
  | { readonly kind: "sql"; readonly text: string }
  /** A string or number of the program. */
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Values[] }
  | { readonly kind: "record"; readonly node: ts.ObjectLiteralExpression; readonly frame: Frame }
  | { readonly kind: "function"; readonly node: ts.SignatureDeclaration; readonly frame: Frame }
  | { readonly kind: "unknown" };

/** The possible values. Never empty. */
export type Values = readonly Value[];

export const NO_FRAME: Frame = { parameters: new Map(), outer: undefined };
export const UNKNOWN: Values = [{ kind: "unknown" }];
/** Stands for text that only the running program knows. PostgreSQL reads it as a column. */
export const HOLE = "hole";
/** Stands for the name of a table or column that only the running program knows. */
export const DYNAMIC_NAME = "dynamic_name";

const VALUES_MAX = 100;

/**
 * Combines expressions that stand side by side. The first values of all of them go together, then
 * the second ones, and so on: every value occurs, and the number does not multiply. An expression
 * with fewer values starts again with its first, so that decisions about the same thing stay together.
 */
export function combineValues<Result>(
  parts: readonly Values[],
  combine: (values: readonly Value[]) => Result,
): readonly Result[] {
  const count = Math.min(Math.max(1, ...parts.map((values) => values.length)), VALUES_MAX);
  return Array.from({ length: count }, (_, place) =>
    combine(parts.map((values) => valueAt(values, place))),
  );
}

export function mergeValues(all: readonly Values[]): Values {
  const merged = all.flat().slice(0, VALUES_MAX);
  return merged.length === 0 ? UNKNOWN : merged;
}

function valueAt(values: Values, place: number): Value {
  return values[place % values.length] ?? { kind: "unknown" };
}

export function findParameter(frame: Frame | undefined, node: ts.Node): Values | undefined {
  if (frame === undefined) return undefined;
  return frame.parameters.get(node)?.() ?? findParameter(frame.outer, node);
}
