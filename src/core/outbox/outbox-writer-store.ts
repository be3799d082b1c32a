/**
 * The only code that inserts into the outbox (test/tidy.test.ts checks this). It runs inside the
 * transaction of what an event reports, so that both are stored or neither is.
 */
import type { Database } from "../../db/database.ts";
import { insertRow, RowParameters } from "../../db/series/row-parameters.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { Statement } from "../../db/statements/statement.ts";
import { FIRST_ENDPOINT } from "./endpoint-store.ts";
import type { EventKind, OutboxKind } from "./event.ts";
import type { WebhookEvent } from "./webhook-events.ts";

/** One email, or one webhook whose id the caller must know. */
export interface OutboxRow {
  readonly accountId: string;
  readonly eventId: string;
  readonly kind: OutboxKind;
  readonly event: string;
  readonly transactionId: string | undefined;
  /** The number of the endpoint of a delivery. Undefined: the first one. */
  readonly endpoint?: number | undefined;
  /** JSON text. */
  readonly payload: string;
  readonly sealed: Uint8Array | undefined;
  readonly at: Temporal.Instant;
}

/** A delivery of an event to one more endpoint. */
export interface EventCopy {
  readonly accountId: string;
  /** The id of the event. */
  readonly copyOf: string;
  /** The place of the event in the order of events. */
  readonly position: string;
  readonly endpoint: number;
  readonly event: string;
  readonly transactionId: string | undefined;
  /** JSON text. */
  readonly payload: string;
  /** When the event happened. */
  readonly createdAt: Temporal.Instant;
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
    insert into outbox (account_id, event_id, kind, event, transaction_id, endpoint, payload, sealed,
      created_at, due_at)
    values (${row.accountId}, ${row.eventId}, ${row.kind}, ${row.event}, ${row.transactionId},
      ${row.endpoint ?? FIRST_ENDPOINT}, ${row.payload}, ${row.sealed}, ${row.at}, ${row.at})`;
}

const COPY_TYPES = {
  account_id: "bigint",
  kind: "text",
  event: "text",
  transaction_id: "bigint",
  endpoint: "integer",
  copy_of: "uuid",
  event_position: "bigint",
  // Already JSON text.
  payload: "text",
  created_at: "timestamptz",
  due_at: "timestamptz",
};
const COPY_PARAMETERS = new RowParameters(COPY_TYPES);
const SAME_COPY = sql`on conflict (account_id, copy_of, endpoint) where copy_of is not null`;
const INSERT_COPY = new Statement(sql`${insertRow("outbox", COPY_TYPES)} ${SAME_COPY} do nothing`);
const REPEAT_COPY = new Statement(sql`${insertRow("outbox", COPY_TYPES)} ${SAME_COPY}
  do update set delivered_at = null, set_aside_at = null, set_aside_why = null, tries = 0,
    retry_until = null, due_at = excluded.due_at`);

/**
 * In the order of the list, each as a statement of its own, which a Citus cluster runs on one shard. A
 * delivery that exists already stays as it is, or is sent again.
 */
export async function insertEventCopies(
  db: Database,
  copies: readonly EventCopy[],
  { now, ifThere }: { readonly now: Temporal.Instant; readonly ifThere: "keep" | "send_again" },
): Promise<void> {
  if (copies.length === 0) return;
  const statement = ifThere === "keep" ? INSERT_COPY : REPEAT_COPY;
  const calls = copies.map(({ event, endpoint, payload, ...copy }) => ({
    statement,
    values: COPY_PARAMETERS.fill({
      ...{ kind: "delivery", event, endpoint, payload },
      account_id: copy.accountId,
      transaction_id: copy.transactionId,
      copy_of: copy.copyOf,
      event_position: copy.position,
      created_at: copy.createdAt,
      due_at: now,
    }),
  }));
  await db.runSeries(calls);
}

/** In the order of the list. `now` is wall time. */
export async function insertTransactionEvents(
  db: Database,
  events: readonly TransactionEvent[],
  now: Temporal.Instant,
): Promise<void> {
  if (events.length === 0) return;
  if (await db.isSharded()) return insertEventsOnCluster(db, events, now);
  await db.rows`
    insert into outbox (account_id, kind, event, transaction_id, payload, created_at, due_at)
    select one."accountId", one.kind, one.event, one."transactionId", one.payload,
      ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(events)}::json)
      as one ("accountId" bigint, "transactionId" bigint, kind text, event text, payload json)`;
}

const ROW_TYPES = {
  account_id: "bigint",
  kind: "text",
  event: "text",
  transaction_id: "bigint",
  payload: "json",
  created_at: "timestamptz",
  due_at: "timestamptz",
};
const ROW_PARAMETERS = new RowParameters(ROW_TYPES);
const INSERT_ROW = new Statement(insertRow("outbox", ROW_TYPES));

/** A Citus cluster refuses to select rows into a table with row-level security. */
async function insertEventsOnCluster(
  db: Database,
  events: readonly TransactionEvent[],
  now: Temporal.Instant,
): Promise<void> {
  const calls = events.map(({ accountId, transactionId, kind, event, payload }) => ({
    statement: INSERT_ROW,
    values: ROW_PARAMETERS.fill({
      ...{ kind, event, payload },
      account_id: accountId,
      transaction_id: transactionId,
      created_at: now,
      due_at: now,
    }),
  }));
  await db.runSeries(calls);
}

export type InsertEvents = (attempts: Sql, now: Sql) => Sql;

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

/**
 * The same on a shard of the outbox. Its events have ids of `takeEventIds`, because the events of a
 * transaction are delivered in the order of their ids, and each node would number on its own.
 */
export function insertEventsOnShard(outbox: Sql): InsertEvents {
  return (attempts, now) => sql`insert into ${outbox}
      (account_id, id, kind, event, transaction_id, payload, created_at, due_at)
    overriding system value
    select account_id, one.id, one.kind, one.event, transaction_id, one.payload,
      ${now}::timestamptz, ${now}::timestamptz
    from ${attempts}, json_to_recordset(events)
      as one (id bigint, kind text, event text, payload json)
    where events is not null`;
}

/** Takes the next ids of the outbox from the coordinator of a Citus cluster. */
export async function takeEventIds(coordinator: Database, count: number): Promise<string[]> {
  const rows = await coordinator.rows<{ id: string }>`
    select nextval('outbox_id_seq') as id from generate_series(1, ${count}::int)`;
  return rows.map(({ id }) => id);
}
