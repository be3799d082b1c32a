/**
 * Records the end of reversals: when the bank has the reversing file, its entries count as returned. A
 * bank returns nothing for them, so the update has no return code.
 */
import type { Database } from "../../../db/database.ts";
import type { AchNeeds } from "../ach-needs.ts";
import type { EntryNotice, EntryUpdate } from "../updates/entry-update.ts";
import { writeUpdates } from "../updates/write-updates.ts";
import { lockReversedEntries } from "./lock-entries.ts";
import { releaseReservations } from "./release-reservations.ts";
import { ReversalStore } from "./reversal-store.ts";
import { isTaken, type PaymentEntry } from "./reversible-entries.ts";
import { tryEach } from "./try-each.ts";

const AT_ONCE = 1_000;

/** Returns the errors. */
export async function endSentReversals(
  needs: AchNeeds,
  connection: string,
): Promise<readonly unknown[]> {
  const ids = await new ReversalStore(needs.db).listHandedOver(connection);
  return tryEach(ids, (id) => needs.db.atomically((db) => endReversal(needs, db, id)));
}

async function endReversal(needs: AchNeeds, db: Database, id: string): Promise<void> {
  const store = new ReversalStore(db);
  const reversal = await store.lockInState(id, "made");
  if (reversal === undefined) return;
  const entries = await lockReversedEntries(db, reversal);
  // From here on, the state of the sales says that nothing can be credited.
  await releaseReservations(db, entries);
  const at = needs.clock.business();
  for (let from = 0; from < entries.length; from += AT_ONCE) {
    const some = entries.slice(from, from + AT_ONCE);
    // A bank may have returned an entry while its reversal was on the way.
    const updates = some.filter(isTaken).map(reversedUpdate);
    await writeUpdates(needs, db, { updates, notices: some.map(reversalNotice), at });
  }
  await store.endReversal(id, "sent", reversal.reversalFileId ?? undefined);
}

function reversedUpdate({ accountId, transactionId, state }: PaymentEntry): EntryUpdate {
  return {
    accountId,
    transactionId,
    state: "returned",
    returnCode: undefined,
    isLate: state === "settled",
    isReversal: true,
  };
}

function reversalNotice({ accountId, transactionId, reversalTrace }: PaymentEntry): EntryNotice {
  const detail = `trace ${reversalTrace}`;
  return { accountId, transactionId, kind: "reversal", code: "REVERSAL", detail };
}
