/** References that stay what they were when the record was created. */
import type { ErrorCollector } from "./field-errors.ts";
import type { Reference } from "./reference-store.ts";

interface FixedReference {
  /** What the request names: undefined where it names nothing, null for "none". */
  readonly named: Reference | null | undefined;
  /** The id that the record has. Undefined: it has none. */
  readonly id: string | undefined;
  /** Looks up the reference, or reports an error at the field. */
  resolve(reference: Reference): Promise<{ readonly id: string } | undefined>;
}

/** A request may repeat the reference. Naming another one is an error instead of being ignored. */
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
