/**
 * One change of an account's items, and of what they are tied to, at a time. By row locks alone an
 * item that gets a new version looks gone to whoever waited for it, and a category that goes waits
 * for its items while they wait for it.
 */
import type { Database } from "../../../db/database.ts";

const CATALOG_LOCK = 6_003_608;

/** Until the transaction ends. What is read after it is as the last change left it. */
export async function lockCatalog(db: Database, accountId: string): Promise<void> {
  await db.rows`select pg_advisory_xact_lock(${CATALOG_LOCK}, hashtext(${accountId}))`;
}
