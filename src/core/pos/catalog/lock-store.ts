/**
 * Serializes changes of an account's catalog. With row locks alone, a transaction that waited for an
 * item would not find its new version, and deleting a category could deadlock with its items.
 */
import { lockUntilCommit } from "../../../db/advisory-locks.ts";
import type { Database } from "../../../db/database.ts";

/** Holds the lock until the transaction ends. Reads after it see the last change. */
export async function lockCatalog(db: Database, accountId: string): Promise<void> {
  await lockUntilCommit(db, "catalog", accountId);
}
