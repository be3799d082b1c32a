/** Checks references that cannot change after the record was created. */
import type { ErrorCollector } from "./field-errors.ts";
import type { Reference } from "./reference-store.ts";

interface FixedReference {
  /** The reference in the request. Undefined: not sent. Null: "none". */
  readonly named: Reference | null | undefined;
  /** The stored id. Undefined: none. */
  readonly id: string | undefined;
  /** Looks up the reference, or reports an error at the field. */
  resolve(reference: Reference): Promise<{ readonly id: string } | undefined>;
}

/** A request may send the same reference again. Another one is an error. */
export async function rejectOtherReference(
  errors: ErrorCollector,
  field: string,
  { named, id, resolve }: FixedReference,
): Promise<void> {
  if (named === undefined) return;
  const found = named === null ? undefined : await resolve(named);
  if (errors.has(field) || found?.id === id) return;
  errors.reject(field, "fixed");
}
