/** Runs work for several reversals, one after the other. An error in one does not affect the others. */
import { isServerUnavailable } from "../../../db/server-errors.ts";

/** Returns the errors. If the database is not available, the rest is not tried. */
export async function tryEach(
  ids: readonly string[],
  work: (id: string) => Promise<void>,
): Promise<readonly unknown[]> {
  const errors: unknown[] = [];
  for (const id of ids) {
    try {
      await work(id);
    } catch (error) {
      errors.push(error);
      if (isServerUnavailable(error)) break;
    }
  }
  return errors;
}
