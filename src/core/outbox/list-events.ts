/** Lists the events of an account with the database scope of that account. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { OutboxEvent } from "./event.ts";
import { type EventFilter, OutboxStore } from "./outbox-store.ts";

export function listAccountEvents(
  { db }: { readonly db: DatabasePool },
  accountId: string,
  filter: EventFilter,
): Promise<readonly OutboxEvent[]> {
  return db.within({ accountId }, (scoped) =>
    new OutboxStore(scoped).listEvents(accountId, filter),
  );
}
