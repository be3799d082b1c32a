/**
 * The only code that inserts into the outbox (test/tidy.test.ts checks this). It runs inside the
 * transaction of what an event reports, so that both are stored or neither is.
 */
import type { Database } from "../../db/database.ts";
import { numberedSlots } from "../../db/row-parameters.ts";
import { Sql, sql } from "../../db/sql.ts";
import { Statement } from "../../db/statement.ts";
import type { EventKind } from "./event.ts";
import type { WebhookEvent } from "./webhook-events.ts";

/** One email, or one webhook whose id the caller must know. */
export interface OutboxRow {
  readonly accountId: string;
  readonly eventId: string;
  readonly kind: EventKind;
  readonly event: string;
  readonly transactionId: string | undefined;
  /** JSON text. */
  readonly payload: string;
  readonly sealed: Uint8Array | undefined;
  readonly at: Temporal.Instant;
}

/** An event of a transaction. The database creates its id. */
export interface TransactionEvent {
  readonly accountId: string;
  readonly transactionId: string;
  readonly kind: EventKind;
  /** "receipt" is an email. */
  readonly event: WebhookEvent | "receipt";
  readonly payload: Readonly<Record<string, unknown>>;
}

export async function insertOutboxRow(db: Database, row: OutboxRow): Promise<void> {
  // No "returning": an interface may write an event that it may not read.
  await db.rows`
    insert into outbox (account_id, event_id, kind, event, transaction_id, payload, sealed,
      created_at, due_at)
    values (${row.accountId}, ${row.eventId}, ${row.kind}, ${row.event}, ${row.transactionId},
      ${row.payload}, ${row.sealed}, ${row.at}, ${row.at})`;
}

/** In the order of the list. `now` is wall time. */
export async function insertTransactionEvents(
  db: Database,
  events: readonly TransactionEvent[],
  now: Temporal.Instant,
): Promise<void> {
  if (events.length === 0) return;
  // Without "returning", Citus refuses to insert selected rows into a table with row-level security.
  await db.rows`
    insert into outbox (account_id, kind, event, transaction_id, payload, created_at, due_at)
    select one."accountId", one.kind, one.event, one."transactionId", one.payload,
      ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(events)}::json)
      as one ("accountId" bigint, "transactionId" bigint, kind text, event text, payload json)
    returning 1`;
}

/**
 * The same inside the statement that finishes payments. `attempts` is a table expression with
 * account_id, transaction_id and events, a JSON array of kind, event and payload, or null.
 */
export function insertEventsOfAttempts(attempts: Sql, now: Sql): Sql {
  return sql`insert into outbox (account_id, kind, event, transaction_id, payload, created_at, due_at)
    select account_id, one.kind, one.event, transaction_id, one.payload,
      ${now}::timestamptz, ${now}::timestamptz
    from ${attempts}, json_to_recordset(events) as one (kind text, event text, payload json)
    where events is not null`;
}

export const EVENT_TYPES = {
  account_id: "bigint",
  id: "bigint",
  event_id: "uuid",
  kind: "text",
  event: "text",
  transaction_id: "bigint",
  payload: "json",
  created_at: "timestamptz",
  due_at: "timestamptz",
};

/**
 * The same for one event on a node of a Citus cluster. Its ids come from `takeEventIds`, because the
 * events of a transaction are delivered in the order of their ids, and each node numbers on its own.
 */
export const INSERT_EVENT_ON_SHARD = new Statement(
  new Sql(
    [
      `insert into outbox (${Object.keys(EVENT_TYPES).join(", ")}) overriding system value
       values (${numberedSlots(Object.keys(EVENT_TYPES).length)})`,
    ],
    [],
  ),
);

/** Takes the next ids of the outbox from the coordinator of a Citus cluster. */
export async function takeEventIds(coordinator: Database, count: number): Promise<string[]> {
  const rows = await coordinator.rows<{ id: string }>`
    select nextval('outbox_id_seq') as id from generate_series(1, ${count}::int)`;
  return rows.map(({ id }) => id);
}
