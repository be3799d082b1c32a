/**
 * The months of the big tables. A partition is made complete and then attached, so that payments
 * never wait for it; only the owner of the tables may do this.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { DatabasePool } from "../../db/database.ts";
import { name, Sql, sql } from "../../db/sql.ts";
import { idRange } from "../../values/transaction-id.ts";

const PARTITIONED = [
  { table: "transactions", key: "id" },
  { table: "attempts", key: "transaction_id" },
] as const;
type Partitioned = (typeof PARTITIONED)[number];

const LOCK_NOT_AVAILABLE = "55P03";
const TRIES = 30;
const PAUSE_MS = 200;

/** Makes the partitions of these months where they are missing. Safe to run anywhere, any time. */
export async function ensureMonths(owner: DatabasePool, months: Iterable<number>): Promise<void> {
  for (const month of months) {
    for (const partitioned of PARTITIONED) await ensurePartition(owner, partitioned, month);
  }
}

async function ensurePartition(
  owner: DatabasePool,
  partitioned: Partitioned,
  month: number,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await createPartition(owner, partitioned, month);
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code !== LOCK_NOT_AVAILABLE || tries >= TRIES) throw error;
      await pause(PAUSE_MS);
    }
  }
}

async function createPartition(
  owner: DatabasePool,
  { table, key }: Partitioned,
  month: number,
): Promise<void> {
  const partition = `${table}_${month}`;
  const { first, end } = idRange(month);
  const [low, high] = [new Sql([first], []), new Sql([end], [])];
  await owner.atomically(async (db) => {
    await db.rows`set local lock_timeout = '2s'`;
    await db.rows`select pg_advisory_xact_lock(hashtext(${partition}))`;
    const [known] = await db.rows`select from pg_class where oid = to_regclass(${partition})`;
    if (known !== undefined) return;
    const bounds = sql`${name(key)} >= ${low} and ${name(key)} < ${high}`;
    const check = name(`${partition}_range`);
    await db.rows`create table ${name(partition)} (like ${name(table)} including all)`;
    // With the check in place ATTACH need not read the rows; there are none yet, but a purge that
    // brings a month back would have some.
    await db.rows`alter table ${name(partition)} add constraint ${check} check (${bounds})`;
    await db.rows`alter table ${name(table)} attach partition ${name(partition)}
      for values from (${low}) to (${high})`;
    await db.rows`alter table ${name(partition)} drop constraint ${check}`;
  });
}
