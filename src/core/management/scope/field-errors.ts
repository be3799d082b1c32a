/** What is wrong with the members of a request, all of it at once. Interfaces give these their codes. */

export type FieldErrorKind =
  | "required"
  | "wrong_form"
  | "wrong_length"
  | "not_allowed"
  | "not_unique"
  | "no_such_reference"
  | "version_conflict"
  | "in_use";

export interface FieldError {
  /** Where it is, such as "location.city". */
  readonly field: string;
  readonly kind: FieldErrorKind;
  /** What would be right, after the field's name: "must be text." */
  readonly rule: string;
}

/** Ends an act before anything of it is kept: its transaction is rolled back on the way out. */
export class FieldErrors extends Error {
  override readonly name = "FieldErrors";
  readonly errors: readonly FieldError[];

  constructor(errors: readonly FieldError[]) {
    super(errors.map(({ field, kind }) => `${field}: ${kind}`).join(", "));
    this.errors = errors;
  }
}

/** Gathers errors while a request is read and its references are looked up. */
export class ErrorCollector {
  readonly #all: FieldError[] = [];

  add(field: string, kind: FieldErrorKind, rule: string): void {
    // One word for one member: whoever is told that it is missing need not hear of its form.
    if (!this.#all.some((known) => known.field === field)) this.#all.push({ field, kind, rule });
  }

  /** At the member, or inside it. */
  has(field: string): boolean {
    const inside = `${field}.`;
    return this.#all.some((known) => known.field === field || known.field.startsWith(inside));
  }

  /** Stops here when anything was wrong: nothing that was read before may be used then. */
  settle(): void {
    if (this.#all.length > 0) throw new FieldErrors(this.#all);
  }
}

export function invalid(field: string, kind: FieldErrorKind, rule: string): FieldErrors {
  return new FieldErrors([{ field, kind, rule }]);
}

export const TAKEN = "is taken already.";
export const IN_USE = "is still referred to.";

/** What a named constraint of the database means to whoever sent the row. */
export type ConstraintErrors = Readonly<Record<string, FieldError>>;

/** The database has the last word on what is unique and what is still in use. */
export async function refereed<Result>(
  constraints: ConstraintErrors,
  statement: () => Promise<Result>,
): Promise<Result> {
  try {
    return await statement();
  } catch (error) {
    const { constraint } = error as { constraint?: string };
    const problem = constraint === undefined ? undefined : constraints[constraint];
    throw problem === undefined ? error : new FieldErrors([problem]);
  }
}

export function taken(field: string): FieldError {
  return { field, kind: "not_unique", rule: TAKEN };
}
