/** Sums of an account's payments and refunds in a period, and of its unsettled ACH entries. */
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { sql } from "../../db/sql.ts";
import { inGroups, inTypeKinds } from "../payments/state-sql.ts";
import { planByIndex } from "../transactions/by-index-store.ts";

export interface TransactionSums {
  readonly saleCount: number;
  readonly saleCents: number;
  readonly refundCount: number;
  readonly refundCents: number;
  /** Payments and authorizations that were approved. */
  readonly approvedCount: number;
  readonly declinedCount: number;
}

export interface DaySums extends TransactionSums {
  /** YYYY-MM-DD in the account's time zone. */
  readonly day: string;
}

export interface StoredDaySums extends DaySums {
  readonly summedAt: Temporal.Instant;
}

export interface Period {
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

export interface UnsettledEntries {
  /** Waiting for the next bank file. */
  readonly waitingCount: number;
  readonly waitingCents: number;
  /** In a bank file, and neither settled nor returned yet. */
  readonly sentCount: number;
  readonly sentCents: number;
}

/** Voided transactions and returned ACH entries do not count, because they moved no money. */
const hasMovedMoney = sql`is_approved and state not ${inGroups("undone", "returned")}`;
const isSale = sql`transaction_type ${inTypeKinds("payment")} and ${hasMovedMoney}`;
const isRefund = sql`transaction_type ${inTypeKinds("refund")} and ${hasMovedMoney}`;
const isPayment = sql`transaction_type ${inTypeKinds("payment", "authorization")}`;
const isDeclined = sql`state ${inGroups("declined")}`;

/** float8, because the driver returns int8 as text. The sums are far below 2^53. */
const SUMS = sql`
  (count(*) filter (where ${isSale}))::float8 as "saleCount",
  coalesce(sum(amount_cents) filter (where ${isSale}), 0)::float8 as "saleCents",
  (count(*) filter (where ${isRefund}))::float8 as "refundCount",
  coalesce(sum(amount_cents) filter (where ${isRefund}), 0)::float8 as "refundCents",
  (count(*) filter (where ${isPayment} and is_approved))::float8 as "approvedCount",
  (count(*) filter (where ${isPayment} and ${isDeclined}))::float8 as "declinedCount"`;

const NO_SUMS: TransactionSums = {
  saleCount: 0,
  saleCents: 0,
  refundCount: 0,
  refundCents: 0,
  approvedCount: 0,
  declinedCount: 0,
};

export class SumsStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  async sumPeriod(accountId: string, { from, until }: Period): Promise<TransactionSums> {
    return this.#db.within({ accountId }, async (db) => {
      await planByIndex(db);
      const [row] = await db.rows<TransactionSums>`
        select ${SUMS} from transactions
        where account_id = ${accountId} and authorized_at >= ${from} and authorized_at < ${until}`;
      return row ?? NO_SUMS;
    });
  }

  /** Days without transactions are left out. */
  async sumDays(accountId: string, stretch: Period, timeZone: string): Promise<DaySums[]> {
    const { from, until } = stretch;
    return this.#db.within(
      { accountId },
      (db) => db.rows<DaySums>`
        select (authorized_at at time zone ${timeZone})::date::text as day, ${SUMS}
        from transactions
        where account_id = ${accountId} and authorized_at >= ${from} and authorized_at < ${until}
        group by 1`,
    );
  }

  /**
   * Waiting entries have their own index. Sent entries are counted from the batches of unsettled
   * files, minus the entries that have an update, so the time does not grow with their number.
   */
  async sumUnsettledEntries(accountId: string): Promise<UnsettledEntries> {
    return this.#db.within({ accountId }, async (db) => {
      const [waiting, sent] = [
        await sumWaitingEntries(db, accountId),
        await sumSentEntries(db, accountId),
      ];
      return { ...waiting, ...sent };
    });
  }
}

async function sumWaitingEntries(db: Database, accountId: string) {
  const [row] = await db.rows<Pick<UnsettledEntries, "waitingCount" | "waitingCents">>`
    select count(*)::float8 as "waitingCount",
      coalesce(sum(amount_cents), 0)::float8 as "waitingCents"
    from transactions
    where account_id = ${accountId} and batched_at is null and tender_type = 'ACH'
      and state = 'pending'`;
  return row ?? { waitingCount: 0, waitingCents: 0 };
}

async function sumSentEntries(db: Database, accountId: string) {
  const [row] = await db.rows<Pick<UnsettledEntries, "sentCount" | "sentCents">>`
    with files as materialized (
      select id, cut_off_at from ach_files where settled_at is null
    ), sent as (
      select coalesce(sum(entry_count), 0) as entries, coalesce(sum(amount_cents), 0) as cents
      from ach_batches where account_id = ${accountId} and file_id in (select id from files)
    ), told as (
      select count(*) as entries, coalesce(sum(amount_cents), 0) as cents
      from (
        select distinct entry.transaction_id, entry.presentment, entry.amount_cents
        from ach_updates said
          join ach_entries entry on entry.account_id = said.account_id
            and entry.transaction_id = said.transaction_id
          join files on files.id = entry.file_id
        where said.account_id = ${accountId}
          and said.action_at >= (select min(cut_off_at) - interval '1 day' from files)
          and (said.action_at >= files.cut_off_at or said.update_number = 1 and entry.presentment = 0)
      ) as answered
    )
    select greatest(sent.entries - told.entries, 0)::float8 as "sentCount",
      greatest(sent.cents - told.cents, 0)::float8 as "sentCents"
    from sent, told`;
  return row ?? { sentCount: 0, sentCents: 0 };
}
