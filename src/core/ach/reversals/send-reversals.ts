/**
 * Makes the files of approved reversals. Each is one commit under the lock of the reversal's row: the
 * bytes, the trace numbers, and the end of the request. The file then leaves like any other.
 */
import type { Database } from "../../../db/database.ts";
import type { AchNeeds } from "../ach-needs.ts";
import type { BankConnection } from "../connections/bank-connection.ts";
import { beginFileIn } from "../files/file-store.ts";
import type { SentEntry } from "../updates/network-item.ts";
import { type FilePlace, SentEntryStore } from "../updates/sent-entry-store.ts";
import { UpdateStore } from "../updates/update-store.ts";
import { isTooLate, type Reversal, reversalCutOff, reversalDate } from "./reversal.ts";
import { ReversalFile } from "./reversal-file.ts";
import { ReversalStore } from "./reversal-store.ts";

const AT_ONCE = 1_000;
/** A bank has given the money back already. */
const RETURNED = ["returned", "rejected"];

/** Returns how many files were made. */
export async function sendApprovedReversals(
  needs: AchNeeds,
  connection: BankConnection,
): Promise<number> {
  let made = 0;
  for (const id of await new ReversalStore(needs.db).listApproved(connection.name)) {
    made += await needs.db.atomically((db) => sendReversal(needs, db, { connection, id }));
  }
  return made;
}

async function sendReversal(
  needs: AchNeeds,
  db: Database,
  { connection, id }: { readonly connection: BankConnection; readonly id: string },
): Promise<number> {
  const store = new ReversalStore(db);
  const reversal = await store.lockApproved(id);
  if (reversal === undefined) return 0;
  const now = needs.clock.business();
  const settlesOn = Temporal.PlainDate.from(reversal.settlesOn);
  if (isTooLate(settlesOn, now)) return giveUp(store, id, "expired");
  const entries = await lockReversible(db, reversal);
  if (entries.size === 0) return giveUp(store, id, "empty");
  const file = await beginFileIn(db, {
    connection: connection.name,
    cutOff: reversalCutOff(id),
    cutOffAt: now,
    createdAt: now,
    settlesOn: reversalDate(settlesOn, now),
  });
  const reversed = await new ReversalFile({ needs, db, file, connection }).write(reversal, entries);
  await new UpdateStore(db).saveNotices(
    reversed.map(({ entry: { accountId, transactionId }, trace }) => ({
      ...{ accountId, transactionId, kind: "reversal" as const },
      ...{ code: "REVERSAL", detail: `trace ${trace}` },
    })),
    now,
  );
  await store.endReversal(id, "sent", file.id);
  return 1;
}

async function giveUp(store: ReversalStore, id: string, state: "expired" | "empty") {
  await store.endReversal(id, state);
  await store.releaseBatches(id);
  return 0;
}

/** The entries that no bank has returned, by trace number. Their transactions stay locked. */
async function lockReversible(
  db: Database,
  { fileId, batchNumber }: Reversal,
): Promise<ReadonlyMap<string, SentEntry>> {
  const found = new Map<string, SentEntry>();
  const sent = new SentEntryStore(db);
  for (let after: FilePlace | undefined; ; ) {
    const some = await sent.lockNext(fileId, AT_ONCE, after);
    for (const entry of some) {
      const isAsked = batchNumber === null || entry.batchNumber === batchNumber;
      const isOpen = entry.amountCents > 0 && !RETURNED.includes(entry.state);
      if (isAsked && isOpen) found.set(entry.trace, entry);
    }
    after = some.at(-1);
    if (after === undefined) return found;
  }
}
