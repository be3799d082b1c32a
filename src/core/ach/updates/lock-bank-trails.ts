/**
 * Locks the blocks and corrections of merchants until the commit. An unauthorized return blocks the
 * corrected bank account, and a correction takes such a block along: without the lock, two files at the
 * same moment would not see each other.
 */
import type { Database } from "../../../db/database.ts";
import { lockUntilCommit } from "../../../db/locks/advisory-locks.ts";
import { UNAUTHORIZED_RETURNS } from "../../bank-accounts/blocking-returns.ts";
import type { EntryNotice, EntryUpdate } from "./entry-update.ts";

export async function lockBankTrails(
  db: Database,
  updates: readonly EntryUpdate[],
  notices: readonly EntryNotice[],
): Promise<void> {
  const returned = updates.filter(({ returnCode = "" }) => UNAUTHORIZED_RETURNS.has(returnCode));
  const changed = notices.filter(({ kind }) => kind === "change");
  const accounts = new Set([...returned, ...changed].map(({ accountId }) => accountId));
  // In order, so that two files do not wait for each other.
  for (const accountId of [...accounts].sort()) await lockUntilCommit(db, "bankTrails", accountId);
}
