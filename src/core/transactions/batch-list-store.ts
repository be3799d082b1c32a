/** An account's closed card batches with their totals by brand, and its batches in ACH files. */
import type { DatabasePool } from "../../db/database-pool.ts";
import { sql } from "../../db/sql.ts";
import { cardBatchId } from "../payments/batches/batch-id.ts";
import { inGroups } from "../payments/state-sql.ts";
import { planByIndex } from "./by-index-store.ts";

export interface CardBatch {
  readonly number: number;
  readonly closedAt: Temporal.Instant;
  readonly transactionCount: number;
  readonly netCents: number;
}

export type OpenBatch = Pick<CardBatch, "transactionCount" | "netCents">;

export interface BrandTotals {
  /** Null: the brand of the card is not known. */
  readonly brand: string | null;
  readonly saleCount: number;
  readonly saleCents: number;
  readonly refundCount: number;
  readonly refundCents: number;
}

/** The entries of one account in one ACH file. */
export interface AchBatch {
  readonly fileId: string;
  readonly cutOffAt: Temporal.Instant;
  /** YYYY-MM-DD */
  readonly settlesOn: string;
  readonly status: "preparing" | "sent" | "settled";
  readonly debitCount: number;
  readonly debitCents: number;
  readonly creditCount: number;
  readonly creditCents: number;
}

/** Newest first. `before` is the last batch number, or file ID, of the previous page. */
export interface BatchPage {
  readonly before: string | undefined;
  readonly take: number;
}

/** Higher than every number and ID. */
const NEWEST = "999999999999999999";
const isRefund = sql`state ${inGroups("refunded")}`;

export class BatchListStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  async listCardBatches(
    accountId: string,
    { before = NEWEST, take }: BatchPage,
  ): Promise<readonly CardBatch[]> {
    return this.#db.within(
      { accountId },
      (db) => db.rows<CardBatch>`
        select number, closed_at as "closedAt", transaction_count as "transactionCount",
          net_cents::float8 as "netCents"
        from card_batches where account_id = ${accountId} and number < ${before}::bigint
        order by number desc limit ${take}`,
    );
  }

  /** Card payments and refunds that wait for the next closing. */
  async sumOpenBatch(accountId: string): Promise<OpenBatch> {
    const [row] = await this.#db.within({ accountId }, async (db) => {
      await planByIndex(db);
      return db.rows<OpenBatch>`
        select count(*)::float8 as "transactionCount",
          coalesce(sum(case when ${isRefund} then -amount_cents else amount_cents end), 0)::float8
            as "netCents"
        from transactions
        where account_id = ${accountId} and batched_at is null and tender_type = 'CARD'
          and state ${inGroups("paid", "refunded")}`;
    });
    return row ?? { transactionCount: 0, netCents: 0 };
  }

  async findCardBatch(accountId: string, number: string): Promise<CardBatch | undefined> {
    const [batch] = await this.#db.within(
      { accountId },
      (db) => db.rows<CardBatch>`
        select number, closed_at as "closedAt", transaction_count as "transactionCount",
          net_cents::float8 as "netCents"
        from card_batches where account_id = ${accountId} and number = ${number}::bigint`,
    );
    return batch;
  }

  /** By brand, the largest first. */
  async sumBrands(
    accountId: string,
    { number, closedAt }: CardBatch,
  ): Promise<readonly BrandTotals[]> {
    return this.#db.within(
      { accountId },
      (db) => db.rows<BrandTotals>`
        select card_brand as brand,
          (count(*) filter (where not ${isRefund}))::float8 as "saleCount",
          coalesce(sum(amount_cents) filter (where not ${isRefund}), 0)::float8 as "saleCents",
          (count(*) filter (where ${isRefund}))::float8 as "refundCount",
          coalesce(sum(amount_cents) filter (where ${isRefund}), 0)::float8 as "refundCents"
        from transactions
        where account_id = ${accountId} and batched_at = ${closedAt}
          and batch_id = ${cardBatchId(number)} and tender_type = 'CARD'
          and state ${inGroups("paid", "refunded")}
        group by card_brand order by "saleCents" desc, brand`,
    );
  }

  async listAchBatches(
    accountId: string,
    { before = NEWEST, take }: BatchPage,
  ): Promise<readonly AchBatch[]> {
    return this.#db.within(
      { accountId },
      (db) => db.rows<AchBatch>`
        select file_id as "fileId", cut_off_at as "cutOffAt", settles_on::text as "settlesOn",
          case when settled_at is not null then 'settled' when state = 'handed_over' then 'sent'
            else 'preparing' end as status,
          coalesce(sum(entry_count) filter (where direction = 'debit'), 0)::float8 as "debitCount",
          coalesce(sum(amount_cents) filter (where direction = 'debit'), 0)::float8 as "debitCents",
          coalesce(sum(entry_count) filter (where direction = 'credit'), 0)::float8
            as "creditCount",
          coalesce(sum(amount_cents) filter (where direction = 'credit'), 0)::float8
            as "creditCents"
        from own_ach_batches where account_id = ${accountId} and file_id < ${before}::bigint
        group by file_id, cut_off_at, settles_on, settled_at, state
        order by file_id desc limit ${take}`,
    );
  }
}
