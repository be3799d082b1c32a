/**
 * Finds the accounts with due emails, or with due events that are not assigned to an endpoint. The
 * statement is planned on every call; only the frequent check whether anything is waiting is planned once.
 */
import type { Database } from "../../../db/database.ts";
import type { DuePage } from "../delivery.ts";
import type { EventKind } from "../event.ts";
import { type DueReceiverRow, toPage } from "./delivery-rows.ts";
import { WAITING } from "./waiting-sql.ts";

export interface PageWish {
  /** Only accounts after this one. */
  readonly after: string;
  /** How many accounts. */
  readonly most: number;
}

export class DueAccountStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Skips from account to account along the index, so that a busy account does not hide others. */
  async listDueAccounts(
    kind: EventKind,
    now: Temporal.Instant,
    { after, most }: PageWish,
  ): Promise<DuePage> {
    if (!(await this.#isAnyWaiting(kind))) return toPage([], most);
    if (await this.#db.isSharded()) return this.#listDueOnCluster(kind, now, { after, most });
    const rows = await this.#db.rows<DueReceiverRow>`
      with recursive account as (
        (select account_id from outbox
         where kind = ${kind} and account_id > ${after} and ${WAITING}
         order by account_id limit 1)
        union all
        select (select account_id from outbox
          where kind = ${kind} and account_id > account.account_id and ${WAITING}
          order by account_id limit 1)
        from account where account.account_id is not null
      )
      select account.account_id, 1 as number, url, origin, secret_sealed, events,
        case when previous_until > ${now} then previous_sealed end as previous_sealed,
        ${kind} = 'webhook' and exists (
          select from further_webhook_endpoints further
          where further.account_id = account.account_id and further.is_on) as needs_assigning
      from account
      cross join lateral (
        select from outbox
        where kind = ${kind} and account_id = account.account_id and ${WAITING}
          and due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
        order by due_at, id limit 1
      ) as due
      left join lateral (
        select * from webhook_endpoints
        where account_id = account.account_id and is_on and ${kind} = 'webhook'
        limit 1
      ) as endpoint on true
      limit ${most}`;
    return toPage(rows, most);
  }

  /**
   * The same on a Citus cluster, which refuses recursive queries over shards, and joins with tables of
   * the coordinator only as a whole. Every shard reads its index of waiting events.
   */
  async #listDueOnCluster(
    kind: EventKind,
    now: Temporal.Instant,
    { after, most }: PageWish,
  ): Promise<DuePage> {
    const due = await this.#db.rows<{ account_id: string }>`
      select account_id from outbox
      where kind = ${kind} and account_id > ${after} and ${WAITING}
        and due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      group by account_id order by account_id limit ${most}`;
    const accounts = due.map(({ account_id }) => account_id);
    const rows = await this.#db.rows<DueReceiverRow>`
      select asked.account_id, 1 as number, url, origin, secret_sealed, events,
        case when previous_until > ${now} then previous_sealed end as previous_sealed,
        ${kind} = 'webhook' and exists (
          select from further_webhook_endpoints further
          where further.account_id = asked.account_id and further.is_on) as needs_assigning
      from unnest(${accounts}::bigint[]) as asked (account_id)
        left join webhook_endpoints endpoint on endpoint.account_id = asked.account_id
          and endpoint.is_on and ${kind} = 'webhook'
      order by asked.account_id`;
    return toPage(rows, most);
  }

  async #isAnyWaiting(kind: EventKind): Promise<boolean> {
    const rows = await this.#db.rows`
      select from outbox
      where kind = ${kind} and delivered_at is null and set_aside_at is null
      order by account_id limit 1`;
    return rows.length > 0;
  }
}
