/** What happened at an account in the last days that somebody should look at. */
import type { DatabasePool } from "../../db/database-pool.ts";
import { planByIndex } from "../transactions/by-index-store.ts";

export interface NewReturns {
  readonly count: number;
  readonly cents: number;
  /** When the newest one came in. Null: there is none. */
  readonly newestAt: Temporal.Instant | null;
}

/** Counting stops here. The exact number does not matter then. */
export const COUNTED_MAX = 1_000;

/** One or two failures are usual: servers restart. */
const FAILED_TRIES = 3;

export class AttentionStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** ACH payments that were returned since a business time. */
  async sumReturns(accountId: string, since: Temporal.Instant): Promise<NewReturns> {
    const [row] = await this.#db.within({ accountId }, async (db) => {
      await planByIndex(db);
      return db.rows<NewReturns>`
        select count(*)::float8 as count, coalesce(sum(one.amount_cents), 0)::float8 as cents,
          max(said.action_at) as "newestAt"
        from ach_updates said join transactions one
          on one.account_id = ${accountId} and one.id = said.transaction_id
        where said.account_id = ${accountId} and said.action_at >= ${since}
          and said.status = 'DECLINED\\RETURNED'`;
    });
    return row ?? { count: 0, cents: 0, newestAt: null };
  }

  /** Webhooks that failed several times and are tried again. */
  async countRetriedWebhooks(accountId: string): Promise<number> {
    const [row] = await this.#db.within(
      { accountId },
      (db) => db.rows<{ count: number }>`
        select count(*)::int as count from (
          select from outbox where account_id = ${accountId} and kind in ('webhook', 'delivery')
            and delivered_at is null and set_aside_at is null and tries >= ${FAILED_TRIES}
          limit ${COUNTED_MAX}) as retried`,
    );
    return row?.count ?? 0;
  }

  /** Webhooks that were given up since a time of the wall clock. */
  async countFailedWebhooks(accountId: string, since: Temporal.Instant): Promise<number> {
    const [row] = await this.#db.within(
      { accountId },
      (db) => db.rows<{ count: number }>`
        select count(*)::int as count from (
          select from outbox where account_id = ${accountId} and set_aside_at is not null
            and set_aside_at >= ${since} and kind <> 'mail'
          order by id desc limit ${COUNTED_MAX}) as failed`,
    );
    return row?.count ?? 0;
  }
}
