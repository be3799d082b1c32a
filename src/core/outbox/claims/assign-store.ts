/** Reads events that have no endpoint yet, and gives them one. */
import { columnArrays } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import { sql } from "../../../db/sql.ts";
import { STILL_WAITING, WAITING } from "./waiting-sql.ts";

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

const COLUMNS = sql`id, event_id as "eventId", event, transaction_id as "transactionId",
  payload::text as payload, created_at as "createdAt", tries`;

export class AssignStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Due events, the oldest first. Skips an event that is locked, so that it holds up nobody else, and
   * the later events of its transaction, so that they do not overtake it.
   */
  async lockUnassigned(
    accountId: string,
    now: Temporal.Instant,
  ): Promise<readonly UnassignedEvent[]> {
    const rows = await this.#db.rows<DueRow>`
      with due as materialized (
        select id, transaction_id from outbox
        where kind = 'webhook' and account_id = ${accountId} and ${WAITING}
          and due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
        order by id limit ${AT_ONCE_MAX}
      ), locked as materialized (
        select ${COLUMNS} from outbox
        where account_id = ${accountId} and id in (select id from due)
          and kind = 'webhook' and ${STILL_WAITING}
          and (claimed_until is null or claimed_until <= ${now})
        for update skip locked
      )
      select locked.*, due.transaction_id as due_transaction_id
      from due left join locked on locked.id = due.id
      order by due.id`;
    return [...inOrder(rows)].map(toUnassigned);
  }

  /** The event and the earlier ones of its transaction, if they wait without an endpoint. */
  async lockWithEarlier(
    accountId: string,
    { id, transactionId }: Pick<UnassignedEvent, "id" | "transactionId">,
    now: Temporal.Instant,
  ): Promise<readonly UnassignedEvent[]> {
    const rows = await this.#db.rows<UnassignedRow>`
      select ${COLUMNS} from outbox
      where account_id = ${accountId} and kind = 'webhook' and tries = 0 and ${STILL_WAITING}
        and (claimed_until is null or claimed_until <= ${now})
        and (id = ${id} or (transaction_id = ${transactionId} and id < ${id}))
      order by id for update`;
    return rows.map(toUnassigned);
  }

  /** An event without a number fails, because no endpoint may get it. */
  async assignToEndpoints(
    accountId: string,
    assigned: readonly { readonly id: string; readonly number: number | null }[],
    now: Temporal.Instant,
  ): Promise<void> {
    const [ids, numbers] = columnArrays(assigned, ["id", "number"]);
    await this.#db.rows`
      update outbox o set
        kind = case when given.number is null then o.kind else 'delivery' end,
        endpoint = coalesce(given.number, o.endpoint),
        set_aside_at = case when given.number is null then ${now}::timestamptz end,
        set_aside_why = case when given.number is null then 'no_endpoint' end
      from unnest(${ids}::bigint[], ${numbers}::int[]) as given (id, number)
      where o.account_id = ${accountId} and o.id = given.id`;
  }
}

type UnassignedRow = Omit<UnassignedEvent, "transactionId"> & {
  readonly transactionId: string | null;
};

/** `id` is null if the event is locked by somebody else. */
type DueRow = (UnassignedRow | { readonly id: null }) & {
  readonly due_transaction_id: string | null;
};

function* inOrder(rows: readonly DueRow[]): Iterable<UnassignedRow> {
  const held = new Set<string | null>();
  for (const row of rows) {
    const transactionId = row.due_transaction_id;
    if (row.id === null) held.add(transactionId);
    else if (transactionId === null || !held.has(transactionId)) yield row;
  }
}

function toUnassigned(row: UnassignedRow): UnassignedEvent {
  return { ...row, transactionId: row.transactionId ?? undefined };
}
