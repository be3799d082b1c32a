/** A member that stays what it was when the resource was entered. */
import type { Members, Reference } from "./members.ts";

interface Kept {
  /** Undefined: there is none, and there will be none. */
  readonly id: string | undefined;
  /** What a reference names, or an error at the member. */
  find(reference: Reference): Promise<{ readonly id: string } | undefined>;
}

/** Saying once more what it is is no error; saying anything else is not dropped in silence. */
export async function refuseOther(
  members: Members,
  field: string,
  { id, find }: Kept,
): Promise<void> {
  const named = members.reference(field);
  if (named === undefined || members.errors.has(field)) return;
  const found = named === null ? undefined : await find(named);
  if (members.errors.has(field) || found?.id === id) return;
  members.reject(field, "fixed");
}
