/**
 * Stops waiting entries that must not be sent because of what happened to another one. After a bank has
 * returned a prenote, the entries by its token would be returned as well. A sale that was returned or
 * never sent took nothing, so its credits would pay back what nobody paid.
 */
import type { Database } from "../../../db/database.ts";
import type { EntryUpdate } from "./entry-update.ts";
import type { FollowingEntry } from "./following-entry.ts";
import { PrenoteStore } from "./prenote-store.ts";
import { TiedCreditStore } from "./tied-credit-store.ts";
import { UpdateStore } from "./update-store.ts";

/** Returns the updates of the entries that were stopped. They end like entries that cannot be sent. */
export async function stopFollowingEntries(
  db: Database,
  { updates, at }: { readonly updates: readonly EntryUpdate[]; readonly at: Temporal.Instant },
): Promise<readonly EntryUpdate[]> {
  const failed = updates.filter(({ state }) => state !== "settled");
  const entries = await new PrenoteStore(db).takeEntriesAfter(failed, at);
  const stopped = await saveStopped(db, entries, at);
  const credits = await new TiedCreditStore(db).takeCreditsAfter([...failed, ...stopped], at);
  return [...stopped, ...(await saveStopped(db, credits, at))];
}

async function saveStopped(
  db: Database,
  entries: readonly FollowingEntry<EntryUpdate>[],
  at: Temporal.Instant,
): Promise<readonly EntryUpdate[]> {
  const stopped = entries.map(({ leader, ...entry }) => ({
    ...entry,
    state: "rejected" as const,
    returnCode: leader.returnCode,
    isLate: false,
  }));
  await new UpdateStore(db).saveUpdates(stopped, at);
  return stopped;
}
