/** Lists the webhook events of an account, each with its deliveries to the endpoints. */
import type { Database } from "../../../db/database.ts";
import { allConditions, type Sql, sql } from "../../../db/sql.ts";
import { WAITING } from "../claims/waiting-sql.ts";
import { EndpointStore, FIRST_ENDPOINT } from "../endpoint-store.ts";
import type { EventState, FailureReason } from "../event.ts";
import { type EventRow, toEvent } from "../event-rows.ts";
import { EVENT_COLUMNS } from "../event-sql.ts";
import { TEST_EVENT, WEBHOOK_EVENTS } from "../webhook-events.ts";

/** The place of an event in the list. */
export interface EventPlace {
  readonly createdAt: Temporal.Instant;
  readonly eventId: string;
}

export interface PastEventFilter {
  readonly since?: Temporal.Instant | undefined;
  /** Exclusive. */
  readonly until?: Temporal.Instant | undefined;
  /** For example "transaction.returned". */
  readonly event?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly eventId?: string | undefined;
  /** Only events before this one, for the next page. */
  readonly before?: EventPlace | undefined;
  readonly limit: number;
}

export interface PastEvent extends EventPlace {
  readonly event: string;
  readonly transactionId: string | undefined;
  /** JSON text. */
  readonly payload: string;
  /** In the order of the endpoints. None if it waits and is not assigned yet. */
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
  readonly failedAt: Temporal.Instant | undefined;
  readonly failureReason: FailureReason | undefined;
}

type PastRow = EventRow & { readonly payload: string };

export class PastEventStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. */
  async findPastEvents(accountId: string, filter: PastEventFilter): Promise<readonly PastEvent[]> {
    const isNamed = filter.transactionId !== undefined || filter.eventId !== undefined;
    const events = isNamed
      ? await this.#findFew(accountId, filter)
      : await this.#findByKind(accountId, filter);
    const copies = await this.#listCopies(accountId, events);
    const hidesNew = events.some(isNew) && (await this.#hasFurtherEndpoint(accountId));
    return events.map((row) => {
      const own = hidesNew && isNew(row) ? [] : [row];
      return toPastEvent(row, [...own, ...(copies.get(row.event_id) ?? [])]);
    });
  }

  /** By the index of the event or its transaction, which has a few events. */
  #findFew(accountId: string, filter: PastEventFilter): Promise<readonly PastRow[]> {
    const { event } = filter;
    return this.#db.rows<PastRow>`
      select ${EVENT_COLUMNS}, payload::text as payload from outbox
      where account_id = ${accountId} and kind <> 'mail' and copy_of is null
        and ${event === undefined ? sql`true` : sql`event = ${event}`}
        and ${allConditions(pastConditions(accountId, filter))}
      order by created_at desc, id desc limit ${filter.limit}`;
  }

  /**
   * Reads each kind by the index outbox_past_events, so that no filter reads all events. That index has
   * no events without an attempt, because payments would pay for it. Those are found as waiting ones.
   */
  #findByKind(accountId: string, filter: PastEventFilter): Promise<readonly PastRow[]> {
    const kinds = filter.event === undefined ? [...WEBHOOK_EVENTS, TEST_EVENT] : [filter.event];
    const conditions = allConditions(pastConditions(accountId, filter));
    return this.#db.rows<PastRow>`
      with found as (
        (select tried.*
        from unnest(${kinds}::text[]) as asked (asked_event)
        cross join lateral (
          select ${EVENT_COLUMNS}, payload from outbox
          where account_id = ${accountId} and event = asked_event and kind <> 'mail'
            and copy_of is null
            and (tries > 0 or delivered_at is not null or set_aside_at is not null)
            and ${conditions}
          order by created_at desc, id desc limit ${filter.limit}
        ) as tried
        order by created_at desc, id desc limit ${filter.limit})
        union all
        (select ${EVENT_COLUMNS}, payload from outbox
        where account_id = ${accountId} and kind in ('webhook', 'delivery') and copy_of is null
          and tries = 0 and ${WAITING} and event = any (${kinds}::text[]) and ${conditions}
        order by created_at desc, id desc limit ${filter.limit})
      )
      select ${EVENT_COLUMNS}, payload::text as payload from found
      order by created_at desc, id desc limit ${filter.limit}`;
  }

  /** Events of an account that has only the first endpoint are delivered without being assigned. */
  async #hasFurtherEndpoint(accountId: string): Promise<boolean> {
    const all = await new EndpointStore(this.#db).listEndpoints(accountId);
    return all.some(({ isOn, number }) => isOn && number !== FIRST_ENDPOINT);
  }

  async #listCopies(
    accountId: string,
    events: readonly PastRow[],
  ): Promise<ReadonlyMap<string | null, readonly EventRow[]>> {
    const ids = events.map(({ event_id }) => event_id);
    const rows = await this.#db.rows<EventRow>`
      select ${EVENT_COLUMNS} from outbox
      where account_id = ${accountId} and copy_of = any (${ids}::uuid[])
      order by endpoint`;
    return Map.groupBy(rows, ({ copy_of }) => copy_of);
  }
}

/** It waits for its first attempt, and may not be assigned to endpoints yet. */
function isNew({ kind, tries, delivered_at, set_aside_at }: EventRow): boolean {
  return kind === "webhook" && tries === 0 && delivered_at === null && set_aside_at === null;
}

function toPastEvent(row: PastRow, rows: readonly EventRow[]): PastEvent {
  const { eventId, event, transactionId, createdAt } = toEvent(row);
  const deliveries = rows.map(toEvent).toSorted((one, other) => one.endpoint - other.endpoint);
  return { eventId, event, transactionId, createdAt, payload: row.payload, deliveries };
}

function pastConditions(accountId: string, filter: PastEventFilter): readonly Sql[] {
  const { since, until, transactionId, eventId, before } = filter;
  return [
    ...(since === undefined ? [] : [sql`created_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`created_at < ${until}`]),
    ...(transactionId === undefined ? [] : [sql`transaction_id = ${transactionId}`]),
    ...(eventId === undefined ? [] : [sql`event_id = ${eventId}`]),
    ...(before === undefined ? [] : [isBefore(accountId, before)]),
  ];
}

/**
 * If that event was deleted meanwhile, all events before its time. The first condition is for the index,
 * which does not serve the second one.
 */
function isBefore(accountId: string, { createdAt, eventId }: EventPlace): Sql {
  return sql`created_at <= ${createdAt} and (created_at, id) < (${createdAt}::timestamptz, coalesce((
    select last.id from outbox last
    where last.account_id = ${accountId} and last.event_id = ${eventId}), 0))`;
}
