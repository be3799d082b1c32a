/**
 * Makes the files of approved reversals. Each is one commit under the locks of the reversal's row and of
 * the transactions: the bytes, the trace numbers, and what is reserved of the sales. The file then leaves
 * like any other, and end-reversals.ts records the end.
 */
import type { Database } from "../../../db/database.ts";
import type { AchNeeds } from "../ach-needs.ts";
import type { BankConnection } from "../connections/bank-connection.ts";
import { beginFileIn } from "../files/file-store.ts";
import { lockAskedEntries } from "./lock-entries.ts";
import { isTooLate, type Reversal, reversalCutOff, reversalDate } from "./reversal.ts";
import { ReversalFile } from "./reversal-file.ts";
import { ReversalStore } from "./reversal-store.ts";
import { ReversedEntryStore } from "./reversed-entry-store.ts";
import { chooseReversible, listReservations, type PaymentEntry } from "./reversible-entries.ts";
import { tryEach } from "./try-each.ts";

/** Returns the errors. A reversal that cannot be made does not affect others. */
export async function makeApprovedReversals(
  needs: AchNeeds,
  connection: BankConnection,
): Promise<readonly unknown[]> {
  const ids = await new ReversalStore(needs.db).listInState("approved", connection.name);
  return tryEach(ids, (id) =>
    needs.db.atomically((db) => makeReversal(needs, db, { connection, id })),
  );
}

async function makeReversal(
  needs: AchNeeds,
  db: Database,
  { connection, id }: { readonly connection: BankConnection; readonly id: string },
): Promise<void> {
  const store = new ReversalStore(db);
  const reversal = await store.lockInState(id, "approved");
  if (reversal === undefined) return;
  const settlesOn = Temporal.PlainDate.from(reversal.settlesOn);
  if (isTooLate(settlesOn, needs.clock.business())) return store.giveUpReversal(id, "expired");
  const asked = await lockAskedEntries(db, reversal);
  await new ReversedEntryStore(db).stopRetries(asked);
  const entries = chooseReversible(asked);
  if (entries.length === 0) return store.giveUpReversal(id, "empty");
  const fileId = await writeFile(needs, db, { connection, reversal, entries });
  await store.endReversal(id, "made", fileId);
}

interface ReversalToWrite {
  readonly connection: BankConnection;
  readonly reversal: Reversal;
  readonly entries: readonly PaymentEntry[];
}

/** Returns the id of the file. */
async function writeFile(
  needs: AchNeeds,
  db: Database,
  { connection, reversal, entries }: ReversalToWrite,
): Promise<string> {
  const now = needs.clock.business();
  const file = await beginFileIn(db, {
    connection: connection.name,
    cutOff: reversalCutOff(reversal.id),
    cutOffAt: now,
    createdAt: now,
    settlesOn: reversalDate(Temporal.PlainDate.from(reversal.settlesOn), now),
  });
  const written = await new ReversalFile({ needs, db, file, connection }).write(reversal, entries);
  if (written.length !== entries.length) {
    throw new Error(`${reversal.fileName} has ${written.length} of ${entries.length} entries.`);
  }
  const store = new ReversedEntryStore(db);
  await store.markEntries(reversal, written);
  await store.changeRefunded(listReservations(entries));
  return file.id;
}
