/**
 * Serializes changes of an account's catalog. With row locks alone, a transaction that waited for an
 * item would not find its new version, and deleting a category could deadlock with its items.
 */

import type { Database } from "../../../db/database.ts";
import { lockUntilCommit } from "../../../db/locks/advisory-locks.ts";

/** Holds the lock until the transaction ends. Reads after it see the last change. */
export async function lockCatalog(db: Database, accountId: string): Promise<void> {
  await lockUntilCommit(db, "catalog", accountId);
}
