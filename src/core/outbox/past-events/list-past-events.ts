/** Lists the past events of an account with the database scope of that account. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type PastEvent, type PastEventFilter, PastEventStore } from "./past-event-store.ts";

export function listPastEvents(
  { db }: { readonly db: DatabasePool },
  accountId: string,
  filter: PastEventFilter,
): Promise<readonly PastEvent[]> {
  return db.within({ accountId }, (scope) =>
    new PastEventStore(scope).findPastEvents(accountId, filter),
  );
}
