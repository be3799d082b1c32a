/** Reads due events that have no endpoint yet, and gives them one. */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import { WAITING } from "./waiting-sql.ts";

export interface UnassignedEvent {
  readonly id: string;
  readonly eventId: string;
  readonly event: string;
  readonly transactionId: string | undefined;
  /** JSON text. */
  readonly payload: string;
  readonly createdAt: Temporal.Instant;
  readonly tries: number;
}

const AT_ONCE_MAX = 200;

export class AssignStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * The oldest first. Does not skip locked events: a second process waits here, so that the copies of
   * the events of one transaction are inserted in the order of the events.
   */
  async lockUnassigned(
    accountId: string,
    now: Temporal.Instant,
  ): Promise<readonly UnassignedEvent[]> {
    const rows = await this.#db.rows<UnassignedRow>`
      select id, event_id as "eventId", event, transaction_id as "transactionId",
        payload::text as payload, created_at as "createdAt", tries
      from outbox
      where kind = 'webhook' and account_id = ${accountId} and ${WAITING}
        and due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      order by id limit ${AT_ONCE_MAX} for update`;
    return rows.map((row) => ({ ...row, transactionId: row.transactionId ?? undefined }));
  }

  async assignToEndpoints(
    accountId: string,
    assigned: readonly { readonly id: string; readonly number: number }[],
  ): Promise<void> {
    const [ids, numbers] = columnArrays(assigned, ["id", "number"]);
    await this.#db.rows`
      update outbox o set kind = 'delivery', endpoint = given.number
      from unnest(${ids}::bigint[], ${numbers}::int[]) as given (id, number)
      where o.account_id = ${accountId} and o.id = given.id`;
  }
}

type UnassignedRow = Omit<UnassignedEvent, "transactionId"> & {
  readonly transactionId: string | null;
};
