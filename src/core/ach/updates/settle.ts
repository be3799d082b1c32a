/** Settles entries that were not returned in time, in chunks with a commit each. */
import type { AchNeeds } from "../ach-needs.ts";
import { achDay } from "../settlement.ts";
import { settledUpdate } from "./entry-update.ts";
import { type FilePlace, SentEntryStore } from "./sent-entry-store.ts";
import { SettleStore } from "./settle-store.ts";
import { writeUpdates } from "./write-updates.ts";

const AT_ONCE = 1_000;

/** Two banking days after the settlement date (F). Returns the number of settled entries. */
export async function settleDue(needs: AchNeeds, at: Temporal.Instant): Promise<number> {
  return settleFiles(needs, await new SettleStore(needs.db).listFilesToSettle(achDay(at)), at);
}

/** Settles all sent entries, due or not. */
export async function settleAll(needs: AchNeeds, at: Temporal.Instant): Promise<number> {
  return settleFiles(needs, await new SettleStore(needs.db).listFilesToSettle(undefined), at);
}

async function settleFiles(
  needs: AchNeeds,
  fileIds: readonly string[],
  at: Temporal.Instant,
): Promise<number> {
  let count = 0;
  for (const fileId of fileIds) {
    count += await settleFile(needs, fileId, at);
    await new SettleStore(needs.db).markSettled(fileId, at);
  }
  return count;
}

async function settleFile(needs: AchNeeds, fileId: string, at: Temporal.Instant): Promise<number> {
  let count = 0;
  let after: FilePlace | undefined;
  for (;;) {
    const some = await needs.db.atomically(async (db) => {
      const entries = await new SentEntryStore(db).lockNext(fileId, AT_ONCE, after);
      const pending = entries.filter(({ state }) => state === "pending");
      await writeUpdates(needs, db, { updates: pending.map(settledUpdate), at });
      return { last: entries.at(-1), settled: pending.length };
    });
    count += some.settled;
    after = some.last;
    if (after === undefined) return count;
  }
}
