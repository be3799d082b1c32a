/** Locks the transactions of the entries that a reversal is about, until the commit. */
import type { Database } from "../../../db/database.ts";
import { type EntryInFile, type FilePlace, SentEntryStore } from "../updates/sent-entry-store.ts";
import type { Reversal } from "./reversal.ts";
import { ReversedEntryStore } from "./reversed-entry-store.ts";
import type { PaymentEntry } from "./reversible-entries.ts";

const AT_ONCE = 1_000;

/** Every entry of the file or batch that is to be reversed, in any state. */
export function lockAskedEntries(
  db: Database,
  { fileId, batchNumber }: Reversal,
): Promise<readonly PaymentEntry[]> {
  const isAsked = (entry: EntryInFile) => batchNumber === null || entry.batchNumber === batchNumber;
  return lockEntries(db, fileId, isAsked);
}

/** The entries that the file of the reversal takes back. */
export function lockReversedEntries(
  db: Database,
  { id, fileId }: Reversal,
): Promise<readonly PaymentEntry[]> {
  return lockEntries(db, fileId, ({ reversalId }) => reversalId === id);
}

async function lockEntries(
  db: Database,
  fileId: string,
  isMeant: (entry: EntryInFile) => boolean,
): Promise<readonly PaymentEntry[]> {
  const meant: EntryInFile[] = [];
  const sent = new SentEntryStore(db);
  for (let after: FilePlace | undefined; ; ) {
    const some = await sent.lockNext(fileId, AT_ONCE, after);
    meant.push(...some.filter(isMeant));
    after = some.at(-1);
    if (after === undefined) return new ReversedEntryStore(db).findPayments(meant);
  }
}
