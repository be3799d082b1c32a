/** What an account took in a stretch of time, and what of it is still on its way. */

import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { sql } from "../../db/sql.ts";
import { inGroups, inTypeKinds } from "../payments/state-sql.ts";
import { planByIndex } from "./by-index-store.ts";

export interface Sums {
  readonly saleCount: number;
  readonly saleCents: number;
  readonly refundCount: number;
  readonly refundCents: number;
  /** Of all payments that were asked for, those that were not declined. */
  readonly approvedCount: number;
  readonly declinedCount: number;
}

export interface DaySums extends Sums {
  /** YYYY-MM-DD on the account's clocks. */
  readonly day: string;
}

export interface KeptDay extends DaySums {
  readonly summedAt: Temporal.Instant;
}

export interface Stretch {
  readonly from: Temporal.Instant;
  readonly until: Temporal.Instant;
}

export interface InFlight {
  /** Waiting for the next file. */
  readonly waitingCount: number;
  readonly waitingCents: number;
  /** In a file, and not known to be settled or returned. */
  readonly sentCount: number;
  readonly sentCents: number;
}

/** A canceled transaction and a returned ACH entry do not count: no money has moved in the end. */
const hasMovedMoney = sql`is_approved and state not ${inGroups("undone", "returned")}`;
const isSale = sql`transaction_type ${inTypeKinds("payment")} and ${hasMovedMoney}`;
const isRefund = sql`transaction_type ${inTypeKinds("refund")} and ${hasMovedMoney}`;
const isPayment = sql`transaction_type ${inTypeKinds("payment", "authorization")}`;
const isDeclined = sql`state ${inGroups("declined")}`;

/** Sums fit into a double by far; int8 would come as text. */
const SUMS = sql`
  (count(*) filter (where ${isSale}))::float8 as "saleCount",
  coalesce(sum(amount_cents) filter (where ${isSale}), 0)::float8 as "saleCents",
  (count(*) filter (where ${isRefund}))::float8 as "refundCount",
  coalesce(sum(amount_cents) filter (where ${isRefund}), 0)::float8 as "refundCents",
  (count(*) filter (where ${isPayment} and is_approved))::float8 as "approvedCount",
  (count(*) filter (where ${isPayment} and ${isDeclined}))::float8 as "declinedCount"`;

const NOTHING: Sums = {
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

  async sum(accountId: string, { from, until }: Stretch): Promise<Sums> {
    return this.#db.within({ accountId }, async (db) => {
      await planByIndex(db);
      const [row] = await db.rows<Sums>`
        select ${SUMS} from transactions
        where account_id = ${accountId} and authorized_at >= ${from} and authorized_at < ${until}`;
      return row ?? NOTHING;
    });
  }

  /** Days on which nothing happened are left out. */
  async sumDays(accountId: string, stretch: Stretch, timeZone: string): Promise<DaySums[]> {
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
   * What waits is found by its own index. What is in files is told by their batches, less what was
   * said of their entries since: so it takes no longer for a hundred thousand entries.
   */
  async inFlight(accountId: string): Promise<InFlight> {
    return this.#db.within({ accountId }, async (db) => {
      const [waiting, sent] = [
        await waitingEntries(db, accountId),
        await sentEntries(db, accountId),
      ];
      return { ...waiting, ...sent };
    });
  }
}

async function waitingEntries(db: Database, accountId: string) {
  const [row] = await db.rows<Pick<InFlight, "waitingCount" | "waitingCents">>`
    select count(*)::float8 as "waitingCount",
      coalesce(sum(amount_cents), 0)::float8 as "waitingCents"
    from transactions
    where account_id = ${accountId} and batched_at is null and tender_type = 'ACH'
      and state = 'pending'`;
  return row ?? { waitingCount: 0, waitingCents: 0 };
}

async function sentEntries(db: Database, accountId: string) {
  const [row] = await db.rows<Pick<InFlight, "sentCount" | "sentCents">>`
    with files as materialized (
      select id, cut_off_at from ach_files where settled_at is null
    ), sent as (
      select coalesce(sum(entry_count), 0) as entries, coalesce(sum(amount_cents), 0) as cents
      from ach_batches where account_id = ${accountId} and file_id in (select id from files)
    ), told as (
      select count(*) as entries, coalesce(sum(entry.amount_cents), 0) as cents
      from ach_updates said join ach_entries entry
        on entry.account_id = said.account_id and entry.transaction_id = said.transaction_id
      where said.account_id = ${accountId} and said.update_number = 1
        and said.action_at >= (select min(cut_off_at) - interval '1 day' from files)
        and entry.file_id in (select id from files)
    )
    select greatest(sent.entries - told.entries, 0)::float8 as "sentCount",
      greatest(sent.cents - told.cents, 0)::float8 as "sentCents"
    from sent, told`;
  return row ?? { sentCount: 0, sentCents: 0 };
}
