/** The errors of one request, by field. All of them are collected before the request is refused. */
import type { FieldProblem, PlainProblemKind } from "./field-problems.ts";

export interface FieldError {
  /** The path of the value, such as "location.city" or "devices[2].serialNumber". */
  readonly field: string;
  readonly problem: FieldProblem;
}

/** Thrown before anything is stored. The transaction is rolled back. */
export class FieldErrors extends Error {
  override readonly name = "FieldErrors";
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    super(errors.map(({ field, problem }) => `${field}: ${problem.kind}`).join(", "));
    this.errors = errors;
  }
}

/** Collects errors while a request is read and while its references are looked up. */
export class ErrorCollector {
  readonly #collected: FieldError[] = [];

  get collected(): readonly FieldError[] {
    return this.#collected;
  }

  /**
   * Keeps the first error of a field. A field inside one that is wrong itself is not reported: a
   * missing location has no missing city.
   */
  reject(field: string, problem: FieldProblem | PlainProblemKind): void {
    const isReported = this.#collected.some(
      ({ field: known }) => known === field || isInside(field, known),
    );
    if (!isReported) this.#collected.push(fieldError(field, problem));
  }

  /** Whether the field cannot be used: it is wrong, or a field inside or around it is. */
  has(field: string): boolean {
    return this.#collected.some(
      ({ field: known }) => known === field || isInside(known, field) || isInside(field, known),
    );
  }

  /** Throws if anything was wrong. Values that were read may be stored only after this call. */
  throwIfAny(): void {
    if (this.#collected.length > 0) throw new FieldErrors(this.#collected);
  }
}

function isInside(field: string, outer: string): boolean {
  return field.startsWith(`${outer}.`) || field.startsWith(`${outer}[`);
}

export function fieldError(field: string, problem: FieldProblem | PlainProblemKind): FieldError {
  const known = typeof problem === "string" ? ({ kind: problem } as FieldProblem) : problem;
  return { field, problem: known };
}

/** The error of a request with one invalid field. */
export function invalidField(field: string, problem: FieldProblem | PlainProblemKind): FieldErrors {
  return new FieldErrors([fieldError(field, problem)]);
}

/** The field error for each named constraint of the database. */
export type ConstraintErrors = Readonly<Record<string, FieldError>>;

/** For a removal: each of these foreign keys means that the record is still in use. */
export function inUseConstraints(foreignKeys: readonly string[]): ConstraintErrors {
  const inUse = fieldError("id", "in_use");
  return Object.fromEntries(foreignKeys.map((name) => [name, inUse]));
}

/** Turns a violated constraint into its field error: the database decides what is unique or in use. */
export async function reportConstraints<Result>(
  constraints: ConstraintErrors,
  statement: () => Promise<Result>,
): Promise<Result> {
  try {
    return await statement();
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    const known = constraint === undefined ? undefined : constraints[constraint];
    throw known === undefined ? error : new FieldErrors([known]);
  }
}
