/** Finds the endpoints with due deliveries: events that were assigned to one of several endpoints. */
import type { Database } from "../../../db/database.ts";
import type { DuePage } from "../delivery.ts";
import { ENDPOINTS_MAX } from "../endpoint-store.ts";
import { type DueReceiverRow, toPage } from "./delivery-rows.ts";
import type { PageWish } from "./due-account-store.ts";
import { WAITING } from "./waiting-sql.ts";

export class DueEndpointStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Looks at each endpoint of an account separately, so that a busy one does not hide others. */
  async listDueEndpoints(now: Temporal.Instant, { after, most }: PageWish): Promise<DuePage> {
    if (!(await this.#isAnyWaiting())) return toPage([], most);
    if (await this.#db.isSharded()) return this.#listDueOnCluster(now, { after, most });
    const rows = await this.#db.rows<DueReceiverRow>`
      with recursive account as (
        (select account_id from outbox
         where kind = 'delivery' and account_id > ${after} and ${WAITING}
         order by account_id limit 1)
        union all
        select (select account_id from outbox
          where kind = 'delivery' and account_id > account.account_id and ${WAITING}
          order by account_id limit 1)
        from account where account.account_id is not null
      ), due as (
        select account.account_id, numbers
        from account cross join lateral (
          select array_agg(number) as numbers
          from generate_series(1, ${ENDPOINTS_MAX}::int) as number
          where exists (
            select from outbox
            where kind = 'delivery' and account_id = account.account_id and endpoint = number
              and ${WAITING} and due_at <= ${now}
              and (claimed_until is null or claimed_until <= ${now})
            order by due_at, id limit 1)
        ) as found
        where numbers is not null limit ${most}
      )
      select due.account_id, asked.number, url, origin, secret_sealed, events,
        case when previous_until > ${now} then previous_sealed end as previous_sealed,
        false as needs_assigning
      from due cross join unnest(due.numbers) as asked (number)
        left join all_webhook_endpoints endpoint on endpoint.account_id = due.account_id
          and endpoint.number = asked.number and endpoint.is_on
      order by due.account_id, asked.number`;
    return toPage(rows, most);
  }

  /** The same on a Citus cluster, in two steps: see DueAccountStore. */
  async #listDueOnCluster(now: Temporal.Instant, { after, most }: PageWish): Promise<DuePage> {
    const due = await this.#db.rows<{ account_id: string; endpoint: number }>`
      select account_id, endpoint from outbox
      where kind = 'delivery' and account_id > ${after} and ${WAITING}
        and due_at <= ${now} and (claimed_until is null or claimed_until <= ${now})
      group by account_id, endpoint order by account_id, endpoint limit ${most}`;
    const accounts = due.map(({ account_id }) => account_id);
    const numbers = due.map(({ endpoint }) => endpoint);
    const rows = await this.#db.rows<DueReceiverRow>`
      select asked.account_id, asked.number, url, origin, secret_sealed, events,
        case when previous_until > ${now} then previous_sealed end as previous_sealed,
        false as needs_assigning
      from unnest(${accounts}::bigint[], ${numbers}::int[]) as asked (account_id, number)
        left join all_webhook_endpoints endpoint on endpoint.account_id = asked.account_id
          and endpoint.number = asked.number and endpoint.is_on
      order by asked.account_id, asked.number`;
    const { receivers } = toPage(rows, most);
    // A full page may end inside an account, whose other endpoints then come with the next round.
    return { receivers, last: due.length < most ? undefined : accounts.at(-1) };
  }

  async #isAnyWaiting(): Promise<boolean> {
    const rows = await this.#db.rows`
      select from outbox
      where kind = 'delivery' and delivered_at is null and set_aside_at is null
      order by account_id limit 1`;
    return rows.length > 0;
  }
}
