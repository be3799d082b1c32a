/** Lists the webhook events of an account, each with its deliveries to the endpoints. */
import type { Database } from "../../../db/database.ts";
import { allConditions, type Sql, sql } from "../../../db/sql.ts";
import type { EventState, SetAsideReason } from "../event.ts";
import { type EventRow, toEvent } from "../event-rows.ts";

export interface PastEventFilter {
  readonly since?: Temporal.Instant | undefined;
  /** Exclusive. */
  readonly until?: Temporal.Instant | undefined;
  /** For example "transaction.returned". */
  readonly event?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly eventId?: string | undefined;
  /** Only events before this position, for the next page. */
  readonly before?: string | undefined;
  readonly limit: number;
}

export interface PastEvent {
  readonly position: string;
  readonly eventId: string;
  readonly event: string;
  readonly transactionId: string | undefined;
  readonly createdAt: Temporal.Instant;
  /** JSON text. */
  readonly payload: string;
  /** In the order of the endpoints. */
  readonly deliveries: readonly PastDelivery[];
}

export interface PastDelivery {
  /** The number of the endpoint. */
  readonly endpoint: number;
  readonly state: EventState;
  /** Attempts since it was written or sent again. */
  readonly tries: number;
  readonly dueAt: Temporal.Instant;
  readonly deliveredAt: Temporal.Instant | undefined;
  readonly setAsideAt: Temporal.Instant | undefined;
  readonly setAsideWhy: SetAsideReason | undefined;
}

type PastRow = EventRow & { readonly payload: string };

export class PastEventStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. */
  async findPastEvents(accountId: string, filter: PastEventFilter): Promise<readonly PastEvent[]> {
    const events = await this.#db.rows<PastRow>`
      select id, event_id, copy_of, endpoint, kind, event, transaction_id, created_at, due_at, tries,
        delivered_at, set_aside_at, set_aside_why, payload::text as payload
      from outbox
      where account_id = ${accountId} and kind <> 'mail' and copy_of is null
        and ${allConditions(conditionsOf(filter))}
      order by id desc limit ${filter.limit}`;
    const copies = await this.#listCopies(accountId, events);
    return events.map((row) => toPastEvent(row, copies.get(row.event_id) ?? []));
  }

  async #listCopies(
    accountId: string,
    events: readonly PastRow[],
  ): Promise<ReadonlyMap<string | null, readonly EventRow[]>> {
    const ids = events.map(({ event_id }) => event_id);
    const rows = await this.#db.rows<EventRow>`
      select id, event_id, copy_of, endpoint, kind, event, transaction_id, created_at, due_at, tries,
        delivered_at, set_aside_at, set_aside_why
      from outbox
      where account_id = ${accountId} and copy_of = any (${ids}::uuid[])
      order by endpoint`;
    return Map.groupBy(rows, ({ copy_of }) => copy_of);
  }
}

function toPastEvent(row: PastRow, copies: readonly EventRow[]): PastEvent {
  const { position, eventId, event, transactionId, createdAt } = toEvent(row);
  const deliveries = [row, ...copies].map(toEvent);
  const byEndpoint = deliveries.toSorted((one, other) => one.endpoint - other.endpoint);
  const { payload } = row;
  return { position, eventId, event, transactionId, createdAt, payload, deliveries: byEndpoint };
}

function conditionsOf(filter: PastEventFilter): readonly Sql[] {
  const { since, until, event, transactionId, eventId, before } = filter;
  return [
    ...(since === undefined ? [] : [sql`created_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`created_at < ${until}`]),
    ...(event === undefined ? [] : [sql`event = ${event}`]),
    ...(transactionId === undefined ? [] : [sql`transaction_id = ${transactionId}`]),
    ...(eventId === undefined ? [] : [sql`event_id = ${eventId}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
  ];
}
