/** Lists webhooks of all accounts for operators. Needs a role that sees all accounts. */
import type { Database } from "../../db/database.ts";
import { allConditions, type Sql, sql } from "../../db/sql.ts";
import type { EventState, SetAsideReason } from "./event.ts";

export interface OverviewFilter {
  readonly accountId?: string | undefined;
  readonly state?: EventState | undefined;
  /** For example "transaction.returned". */
  readonly event?: string | undefined;
  readonly eventId?: string | undefined;
  /** Only events before this position. */
  readonly before?: string | undefined;
  readonly atMost: number;
}

export interface OverviewLine {
  readonly position: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly eventId: string;
  readonly event: string;
  readonly transactionId: string | null;
  readonly state: EventState;
  readonly setAsideWhy: SetAsideReason | null;
  readonly createdAt: Temporal.Instant;
  readonly dueAt: Temporal.Instant;
  readonly attemptCount: number;
  readonly lastAt: Temporal.Instant | null;
  readonly lastStatus: number | null;
  readonly lastFailure: string | null;
}

const STATE = sql`case when delivered_at is not null then 'delivered'
  when set_aside_at is not null then 'set_aside' else 'waiting' end`;

export class DeliveryOverviewStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. Reads the newest events of each account by key, then takes the newest of those. */
  async listDeliveries(filter: OverviewFilter): Promise<readonly OverviewLine[]> {
    return this.#db.rows<OverviewLine>`
      select newest.id as position, account.id as "accountId", account.name as "accountName",
        newest.event_id as "eventId", newest.event, newest.transaction_id as "transactionId",
        newest.state, newest.set_aside_why as "setAsideWhy", newest.created_at as "createdAt",
        newest.due_at as "dueAt",
        tried.count as "attemptCount", tried.attempted_at as "lastAt", tried.status as "lastStatus",
        tried.failure as "lastFailure"
      from accounts account
      cross join lateral (
        select id, event_id, event, transaction_id, ${STATE} as state, set_aside_why, created_at,
          due_at
        from outbox where account_id = account.id and ${allConditions(conditionsOf(filter))}
        order by account_id desc, id desc limit ${filter.atMost}
      ) as newest
      left join lateral (
        select attempted_at, status, failure, count(*) over ()::int as count
        from delivery_attempts where account_id = account.id and outbox_id = newest.id
        order by delivery_attempts.id desc limit 1
      ) as tried on true
      where ${filter.accountId ?? null}::bigint is null
        or account.id = ${filter.accountId ?? null}::bigint
      order by newest.id desc limit ${filter.atMost}`;
  }

  /** Accounts with a failed event since a time. */
  async accountsWithFailures(since: Temporal.Instant): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select id from accounts account
      where exists (
        select from outbox where account_id = account.id and created_at >= ${since}
          and kind = 'webhook' and delivered_at is null and (set_aside_at is not null or tries > 0))
      order by id`;
    return rows.map(({ id }) => id);
  }
}

function conditionsOf({ state, event, eventId, before }: OverviewFilter): readonly Sql[] {
  return [
    sql`kind = 'webhook'`,
    ...(state === undefined ? [] : [sql`${STATE} = ${state}`]),
    ...(event === undefined ? [] : [sql`event = ${event}`]),
    ...(eventId === undefined ? [] : [sql`event_id = ${eventId}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
  ];
}
