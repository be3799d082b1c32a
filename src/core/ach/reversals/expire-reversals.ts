/**
 * Ends reversals that can no longer reach the bank in time: requests that nobody decided, and files that
 * could not be handed over. The receiver then keeps what the original file moved.
 */
import type { Database } from "../../../db/database.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { FileStore } from "../files/file-store.ts";
import { FileUnconfirmed } from "../files/hand-over.ts";
import { fundedOn } from "../settlement.ts";
import { lockReversedEntries } from "./lock-entries.ts";
import { releaseReservations } from "./release-reservations.ts";
import { isTooLate, type Reversal } from "./reversal.ts";
import { ReversalStore } from "./reversal-store.ts";
import { ReversedEntryStore } from "./reversed-entry-store.ts";
import { tryEach } from "./try-each.ts";

type ExpiryNeeds = Pick<AchNeeds, "db" | "clock">;

/** Returns the errors. */
export async function expireRequests(
  needs: ExpiryNeeds,
  connection: string,
): Promise<readonly unknown[]> {
  const ids = await new ReversalStore(needs.db).listInState("requested", connection);
  return tryEach(ids, (id) => needs.db.atomically((db) => expireRequest(needs, db, id)));
}

async function expireRequest({ clock }: ExpiryNeeds, db: Database, id: string): Promise<void> {
  const store = new ReversalStore(db);
  const reversal = await store.lockInState(id, "requested");
  if (reversal === undefined || !isTooLate(originalDate(reversal), clock.business())) return;
  await store.giveUpReversal(id, "expired");
}

/** Call it before files are handed over. Returns the errors, and doubts that an operator must clear up. */
export async function expireUnsentFiles(
  needs: ExpiryNeeds,
  connection: string,
): Promise<readonly unknown[]> {
  const ids = await new ReversalStore(needs.db).listInState("made", connection);
  return tryEach(ids, async (id) => {
    const late = await needs.db.atomically((db) => expireUnsentFile(needs, db, id));
    if (late !== undefined) await stopHandingOver(needs, connection, late);
  });
}

/** Returns the id of a file that is too late, and that the bank may have. */
async function expireUnsentFile(
  { clock }: ExpiryNeeds,
  db: Database,
  id: string,
): Promise<string | undefined> {
  const store = new ReversalStore(db);
  const reversal = await store.lockInState(id, "made");
  if (reversal === undefined || !isTooLate(originalDate(reversal), clock.business())) {
    return undefined;
  }
  const fileId = reversal.reversalFileId ?? undefined;
  if (!(await store.removeUnsentFile(fileId))) return fileId;
  const entries = await lockReversedEntries(db, reversal);
  await releaseReservations(db, entries);
  await new ReversedEntryStore(db).unmarkEntries(reversal, entries);
  await store.giveUpReversal(id, "expired");
  return undefined;
}

/**
 * A rename of the draft was begun, so the bank may have the file. It is not renamed again. If the bank
 * does not have it, the operator's answer makes it a file that was not sent, and it expires.
 */
async function stopHandingOver(
  { db, clock }: ExpiryNeeds,
  connection: string,
  fileId: string,
): Promise<void> {
  const files = new FileStore(db);
  const unsent = await files.listUnsentFiles(connection);
  const file = unsent.find(({ id }) => id === fileId);
  if (file?.draft === undefined) return;
  const at = clock.business();
  const sent = { at, fundedOn: fundedOn(file.settlesOn, at) };
  const isOurs = await files.markUnconfirmed({ fileId, draft: file.draft }, sent);
  if (isOurs) throw new FileUnconfirmed(file.name, "too_late");
}

function originalDate({ settlesOn }: Reversal): Temporal.PlainDate {
  return Temporal.PlainDate.from(settlesOn);
}
