/** Gives back what a reversal has reserved of its sales, when it has ended. */
import type { Database } from "../../../db/database.ts";
import { ReversedEntryStore } from "./reversed-entry-store.ts";
import { listReservations, type PaymentEntry } from "./reversible-entries.ts";

/** The transactions must be locked. */
export async function releaseReservations(
  db: Database,
  entries: readonly PaymentEntry[],
): Promise<void> {
  const released = listReservations(entries).map(({ cents, ...sale }) => ({
    ...sale,
    cents: -cents,
  }));
  await new ReversedEntryStore(db).changeRefunded(released);
}
