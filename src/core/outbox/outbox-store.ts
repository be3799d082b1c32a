/**
 * Lists, replays and purges events of the outbox. outbox-writer-store.ts writes them, and
 * delivery-store.ts delivers them.
 */
import type { Database } from "../../db/database.ts";
import { deleteOldRows } from "../../db/sharding/delete-rows.ts";
import { allConditions, type Sql, sql } from "../../db/sql.ts";
import type { EndpointKey, WebhookEndpoint } from "./endpoint-store.ts";
import type { DeliveryAttempt, EventKind, EventState, OutboxEvent } from "./event.ts";
import { type AttemptRow, type EventRow, toAttempt, toEvent } from "./event-rows.ts";
import { EVENT_COLUMNS } from "./event-sql.ts";

export interface EventFilter {
  readonly eventId?: string | undefined;
  readonly state?: EventState | undefined;
  readonly transactionId?: string | undefined;
  readonly kind?: EventKind | undefined;
  /** The number of an endpoint. */
  readonly endpoint?: number | undefined;
  /** Only events before this position, for the next page. */
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

export interface FailedSince {
  readonly accountId: string;
  readonly since: Temporal.Instant;
  /** Undefined: all kinds. */
  readonly kind?: EventKind | undefined;
  /** The enabled endpoints that may get events. */
  readonly endpoints: readonly Pick<WebhookEndpoint, "number" | "createdAt">[];
  /** Only deliveries to one endpoint were asked for. */
  readonly isOneEndpoint: boolean;
  readonly after: string;
  readonly most: number;
  readonly now: Temporal.Instant;
}

export interface Backlog {
  readonly waiting: number;
  readonly oldestDueAt: Temporal.Instant | undefined;
}

const PAGE_MAX = 500;
const PAGE = 50;
const COUNTED_MAX = 100_000;

const STATES: Record<EventState, Sql> = {
  waiting: sql`delivered_at is null and set_aside_at is null`,
  delivered: sql`delivered_at is not null`,
  set_aside: sql`set_aside_at is not null`,
};

/**
 * A failed event is sent again only to the endpoint that had it. One that had no endpoint is assigned to
 * the endpoints of now, unless only one of them was asked for.
 */
const HAD_NO_ENDPOINT = sql`kind = 'webhook' and tries = 0 and set_aside_why = 'no_endpoint'`;

function isOfKind(kind: EventKind): Sql {
  return kind === "mail" ? sql`kind = 'mail'` : sql`kind <> 'mail'`;
}

export class OutboxStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. */
  async listEvents(accountId: string, filter: EventFilter = {}): Promise<readonly OutboxEvent[]> {
    const limit = Math.min(filter.limit ?? PAGE, PAGE_MAX);
    const rows = await this.#db.rows<EventRow>`
      select ${EVENT_COLUMNS} from outbox
      where account_id = ${accountId} and ${allConditions(eventConditions(filter))}
      order by id desc limit ${limit}`;
    return rows.map(toEvent);
  }

  /** The payload as JSON text, without the sealed part. */
  async findPayload(accountId: string, eventId: string): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ payload: string }>`
      select payload::text as payload from outbox
      where account_id = ${accountId} and event_id = ${eventId}`;
    return row?.payload;
  }

  /** Oldest first. */
  async listAttempts(accountId: string, eventId: string): Promise<readonly DeliveryAttempt[]> {
    const rows = await this.#db.rows<AttemptRow>`
      select a.attempted_at, a.duration_ms, a.outcome, a.status, a.failure, a.answer, a.signature,
        a.hash
      from outbox o join delivery_attempts a on a.account_id = o.account_id and a.outbox_id = o.id
      where o.account_id = ${accountId} and o.event_id = ${eventId}
      order by a.id`;
    return rows.map(toAttempt);
  }

  /**
   * Makes failed events since a time due now, after a position, with three new days of retries: events
   * that failed for good or wait for a retry. Those of a removed endpoint do not go to a later one with
   * its number. Returns their positions.
   */
  async replayFailed(failed: FailedSince): Promise<string[]> {
    const { accountId, since, after, most, now, kind, endpoints, isOneEndpoint } = failed;
    const numbers = endpoints.map(({ number }) => number);
    const addedAt = endpoints.map((one) => one.createdAt?.toString() ?? "-infinity");
    const stays = isOneEndpoint ? sql`false` : HAD_NO_ENDPOINT;
    const rows = await this.#db.rows<{ id: string }>`
      update outbox set
        kind = case when kind = 'mail' or (${stays}) then kind else 'delivery' end,
        set_aside_at = null, set_aside_why = null, due_at = ${now}, tries = 0, retry_until = null
      where account_id = ${accountId} and id in (
        select id from outbox
        where account_id = ${accountId} and id > ${after} and created_at >= ${since}
          and delivered_at is null and (set_aside_at is not null or tries > 0)
          and set_aside_why is distinct from 'not_wanted'
          and ${kind === undefined ? sql`true` : isOfKind(kind)}
          and (kind = 'mail' or exists (
            select from unnest(${numbers}::int[], ${addedAt}::timestamptz[]) as present (number, added_at)
            where (number = endpoint or (${stays})) and added_at <= greatest(created_at, due_at)))
        order by id limit ${most})
      returning id`;
    return rows.map(({ id }) => id);
  }

  /**
   * Sets aside what waits for an endpoint that was removed: its deliveries, and events that only it was
   * tried with. If it was the last one, also events that are not assigned yet.
   */
  async failDeliveries(
    { accountId, number }: EndpointKey,
    { now, isLast }: { readonly now: Temporal.Instant; readonly isLast: boolean },
  ): Promise<void> {
    await this.#db.rows`
      update outbox set set_aside_at = ${now}, set_aside_why = 'no_endpoint',
        due_at = least(due_at, ${now})
      where account_id = ${accountId} and delivered_at is null and set_aside_at is null
        and ((kind = 'delivery' and endpoint = ${number})
          or (kind = 'webhook' and (${isLast}::boolean or (tries > 0 and endpoint = ${number}))))`;
  }

  /** Needs a role that sees all accounts. Stops counting at a high number. */
  async countBacklog(now: Temporal.Instant): Promise<Backlog> {
    const [row] = await this.#db.rows<{ waiting: number; oldest: Temporal.Instant | null }>`
      select count(*)::int as waiting, min(due_at) filter (where due_at <= ${now}) as oldest
      from (
        select due_at from outbox where delivered_at is null and set_aside_at is null
        limit ${COUNTED_MAX}
      ) as counted`;
    return { waiting: row?.waiting ?? 0, oldestDueAt: row?.oldest ?? undefined };
  }

  /** Deletes some attempts before a time. Returns their number. */
  purgeAttempts(before: Temporal.Instant, most: number): Promise<number> {
    const isOld = sql`attempted_at < ${before}`;
    return deleteOldRows(this.#db, { table: "delivery_attempts", key: "outbox_id", isOld, most });
  }

  /** Deletes some events before a time that are not waiting. Returns their number. */
  purgeEvents(before: Temporal.Instant, most: number): Promise<number> {
    const isOld = sql`created_at < ${before}
      and (delivered_at < ${before} or set_aside_at < ${before})`;
    return deleteOldRows(this.#db, { table: "outbox", key: "id", isOld, most });
  }
}

function eventConditions(filter: EventFilter): readonly Sql[] {
  const { eventId, state, transactionId, kind, endpoint, before } = filter;
  return [
    ...(eventId === undefined ? [] : [sql`event_id = ${eventId}`]),
    ...(state === undefined ? [] : [STATES[state]]),
    ...(transactionId === undefined ? [] : [sql`transaction_id = ${transactionId}`]),
    ...(kind === undefined ? [] : [isOfKind(kind)]),
    ...(endpoint === undefined ? [] : [sql`endpoint = ${endpoint}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
  ];
}
