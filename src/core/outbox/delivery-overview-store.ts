/** Lists webhooks of all accounts for operators. Needs a role that sees all accounts. */
import { columnArrays } from "../../db/arrays.ts";
import type { Database } from "../../db/database.ts";
import { pinToAccount, runByGroup } from "../../db/sharding/account-groups.ts";
import { allConditions, type Sql, sql } from "../../db/sql.ts";
import type { EventState, FailureReason } from "./event.ts";

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
  /** The id of this delivery. */
  readonly eventId: string;
  /** The event as receivers know it: the same at every endpoint. */
  readonly webhookId: string;
  /** The number of the endpoint. */
  readonly endpoint: number;
  readonly event: string;
  readonly transactionId: string | null;
  readonly state: EventState;
  readonly failureReason: FailureReason | null;
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

  /** Newest first. */
  async listDeliveries(filter: OverviewFilter): Promise<readonly OverviewLine[]> {
    const accounts = await this.#findNames(filter.accountId);
    const newest = await this.#listNewest(filter, [...accounts.keys()]);
    const tried = await this.#findLastAttempts(newest);
    return newest.map((event) => ({
      ...event,
      accountName: accounts.get(event.accountId) ?? "",
      ...(tried.get(event) ?? NEVER_TRIED),
    }));
  }

  async #findNames(accountId: string | undefined): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#db.rows<{ id: string; name: string }>`
      select id, name from accounts
      where ${accountId ?? null}::bigint is null or id = ${accountId ?? null}::bigint`;
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Reads the newest events of each account by key, then takes the newest of those. */
  async #listNewest(filter: OverviewFilter, accounts: readonly string[]): Promise<NewestEvent[]> {
    const asked = accounts.map((accountId) => ({ accountId }));
    const wanted = allConditions(conditionsOf(filter));
    const groups = await runByGroup(this.#db, asked, (group) => {
      const ids = group.rows.map(({ accountId }) => accountId);
      return this.#db.rows<NewestEvent>`
        select newest.* from unnest(${ids}::bigint[]) as account (id)
        cross join lateral (
          select id as position, account_id as "accountId", event_id as "eventId",
            coalesce(copy_of, event_id) as "webhookId", endpoint, event,
            transaction_id as "transactionId", ${STATE} as state, set_aside_why as "failureReason",
            created_at as "createdAt", due_at as "dueAt"
          from outbox where account_id = account.id and ${wanted}
            and ${pinToAccount(sql`account_id`, group)}
          order by account_id desc, id desc limit ${filter.atMost}
        ) as newest
        order by newest.position desc limit ${filter.atMost}`;
    });
    const all = groups.flat();
    return all
      .toSorted((one, other) => Number(BigInt(other.position) - BigInt(one.position)))
      .slice(0, filter.atMost);
  }

  async #findLastAttempts(
    events: readonly NewestEvent[],
  ): Promise<ReadonlyMap<NewestEvent, LastAttempt>> {
    const last = new Map<NewestEvent, LastAttempt>();
    await runByGroup(this.#db, events, async (group) => {
      const [accounts, ids] = columnArrays(group.rows, ["accountId", "position"]);
      const rows = await this.#db.rows<LastAttempt & { readonly place: string }>`
        select asked.place, tried.*
        from unnest(${accounts}::bigint[], ${ids}::bigint[])
            with ordinality as asked (account_id, id, place)
          cross join lateral (
            select count(*) over ()::int as "attemptCount", attempted_at as "lastAt",
              status as "lastStatus", failure as "lastFailure"
            from delivery_attempts where account_id = asked.account_id and outbox_id = asked.id
              and ${pinToAccount(sql`account_id`, group)}
            order by delivery_attempts.id desc limit 1
          ) as tried`;
      for (const { place, ...attempt } of rows) {
        const event = group.rows[Number(place) - 1];
        if (event !== undefined) last.set(event, attempt);
      }
    });
    return last;
  }

  /** Accounts with a failed event since a time. */
  async accountsWithFailures(since: Temporal.Instant): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select distinct account_id as id from outbox
      where created_at >= ${since} and kind <> 'mail' and delivered_at is null
        and (set_aside_at is not null or tries > 0)
      order by id`;
    return rows.map(({ id }) => id);
  }
}

type LastAttempt = Pick<OverviewLine, "attemptCount" | "lastAt" | "lastStatus" | "lastFailure">;
type NewestEvent = Omit<OverviewLine, "accountName" | keyof LastAttempt>;

const NEVER_TRIED: LastAttempt = {
  attemptCount: 0,
  lastAt: null,
  lastStatus: null,
  lastFailure: null,
};

function conditionsOf({ state, event, eventId, before }: OverviewFilter): readonly Sql[] {
  return [
    sql`kind <> 'mail'`,
    ...(state === undefined ? [] : [sql`${STATE} = ${state}`]),
    ...(event === undefined ? [] : [sql`event = ${event}`]),
    ...(eventId === undefined ? [] : [sql`event_id = ${eventId}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
  ];
}
