/** Plans when a debit is presented again after a return for lack of funds (R01, R09). */
import type { Database } from "../../../db/database.ts";
import type { EntryUpdate } from "./entry-update.ts";
import { type EntryRetry, RetryStore } from "./retry-store.ts";

/** Insufficient and uncollected funds. Nacha allows two more entries for these returns only. */
const RETRIED_RETURNS: ReadonlySet<string> = new Set(["R01", "R09"]);
export const RETRY_RULES = { withinDays: 180 };

/** Returns what is known of every transaction that was or will be presented again. */
export async function planRetries(
  db: Database,
  updates: readonly EntryUpdate[],
  at: Temporal.Instant,
): Promise<ReadonlyMap<EntryUpdate, EntryRetry>> {
  if (updates.length === 0) return new Map();
  const store = new RetryStore(db);
  const returned = updates.filter(isRetried);
  if (returned.length > 0) {
    const days = await store.findRetryDays(returned.map(({ accountId }) => accountId));
    const wishes = returned.flatMap(({ accountId, transactionId }) => {
      const wait = days.get(accountId);
      if (wait === undefined) return [];
      return [{ accountId, transactionId, retryAt: at.add({ hours: 24 * wait }) }];
    });
    await store.planRetries(wishes, RETRY_RULES);
  }
  return store.findRetries(updates);
}

function isRetried({ state, returnCode }: EntryUpdate): boolean {
  return state === "returned" && RETRIED_RETURNS.has(returnCode ?? "");
}
