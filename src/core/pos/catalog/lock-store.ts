/**
 * Serializes changes of an account's catalog. With row locks alone, a transaction that waited for an
 * item would not find its new version, and deleting a category could deadlock with its items.
 */
import type { Database } from "../../../db/database.ts";

const CATALOG_LOCK = 6_003_608;

/** Holds the lock until the transaction ends. Reads after it see the last change. */
export async function lockCatalog(db: Database, accountId: string): Promise<void> {
  await db.rows`select pg_advisory_xact_lock(${CATALOG_LOCK}, hashtext(${accountId}))`;
}
