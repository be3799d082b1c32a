/**
 * After a bank has returned a prenote, the entries that wait for it must not be sent: they would be
 * returned as well. They end like entries that cannot be written into a file.
 */
import type { Database } from "../../../db/database.ts";
import type { EntryUpdate } from "./entry-update.ts";
import { PrenoteStore } from "./prenote-store.ts";
import { UpdateStore } from "./update-store.ts";

/** Returns the updates of the entries that were stopped. */
export async function stopEntriesAfterPrenotes(
  db: Database,
  { updates, at }: { readonly updates: readonly EntryUpdate[]; readonly at: Temporal.Instant },
): Promise<readonly EntryUpdate[]> {
  const failed = updates.filter(({ state }) => state !== "settled");
  const waiting = await new PrenoteStore(db).takeEntriesAfter(failed, at);
  const stopped = waiting.map(({ prenote, ...entry }) => ({
    ...entry,
    state: "rejected" as const,
    returnCode: prenote.returnCode,
    isLate: false,
  }));
  await new UpdateStore(db).saveUpdates(stopped, at);
  return stopped;
}
