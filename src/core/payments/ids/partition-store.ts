/**
 * Creates and drops the monthly partitions of the big tables. A partition is created completely and
 * then attached, so that payments never wait for it. Only the owner of the tables may do this.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { lockPartition } from "../../../db/locks/advisory-locks.ts";
import { Sql, sql, sqlIdentifier } from "../../../db/sql.ts";
import { idRange } from "../../../values/transaction-id.ts";

const PARTITIONED = [
  { table: "transactions", key: "id" },
  { table: "attempts", key: "transaction_id" },
] as const;
type Partitioned = (typeof PARTITIONED)[number];

const LOCK_NOT_AVAILABLE = "55P03";
const TRIES = 30;
const PAUSE_MS = 200;

/** Creates missing partitions of these months. Safe to run in several processes at once. */
export async function ensureMonths(owner: DatabasePool, months: Iterable<number>): Promise<void> {
  const wanted = Array.from(months).flatMap((month) =>
    PARTITIONED.map((table) => ({ table, month, name: partitionName(table, month) })),
  );
  const names = wanted.map(({ name }) => name);
  const missing = await listMissing(owner, names);
  for (const { table, month } of wanted.filter(({ name }) => missing.has(name))) {
    await retryOnLockTimeout(() => createPartition(owner, table, month));
  }
}

function partitionName({ table }: Partitioned, month: number): string {
  return `${table}_${month}`;
}

/** Usually none: one statement instead of a transaction for each partition. */
async function listMissing(owner: DatabasePool, partitions: readonly string[]) {
  const rows = await owner.rows<{ partition: string }>`
    select partition from unnest(${partitions}::text[]) partition
    where to_regclass(partition) is null`;
  return new Set(rows.map(({ partition }) => partition));
}

/** Repeats DDL that did not get its lock in time, so that payments never queue behind it. */
async function retryOnLockTimeout(ddl: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await ddl();
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code !== LOCK_NOT_AVAILABLE || tries >= TRIES) throw error;
      await pause(PAUSE_MS);
    }
  }
}

async function createPartition(
  owner: DatabasePool,
  partitioned: Partitioned,
  month: number,
): Promise<void> {
  const { table, key } = partitioned;
  const partition = partitionName(partitioned, month);
  const { first, end } = idRange(month);
  const [low, high] = [new Sql([first], []), new Sql([end], [])];
  await owner.atomically(async (db) => {
    await db.rows`set local lock_timeout = '2s'`;
    await lockPartition(db, partition);
    // During an import the table may not exist yet.
    const [missing] = await db.rows`
      select where to_regclass(${table}) is not null and to_regclass(${partition}) is null`;
    if (missing === undefined) return;
    const bounds = sql`${sqlIdentifier(key)} >= ${low} and ${sqlIdentifier(key)} < ${high}`;
    const check = sqlIdentifier(`${partition}_range`);
    await db.rows`create table ${sqlIdentifier(partition)} (like ${sqlIdentifier(table)} including all)`;
    // With this check ATTACH does not read the rows. A new partition has none, but one that is
    // attached again has.
    await db.rows`alter table ${sqlIdentifier(partition)} add constraint ${check} check (${bounds})`;
    await db.rows`alter table ${sqlIdentifier(table)} attach partition ${sqlIdentifier(partition)}
      for values from (${low}) to (${high})`;
    await db.rows`alter table ${sqlIdentifier(partition)} drop constraint ${check}`;
  });
}

interface PartitionRow {
  readonly partition: string;
  readonly table: Partitioned["table"];
  /** Attached, half detached by a process that died, or detached and not dropped yet. */
  readonly state: "attached" | "detaching" | "detached";
}

/** Drops all months before the given one and returns the names of the dropped partitions. */
export async function dropMonthsBefore(owner: DatabasePool, month: number): Promise<string[]> {
  const old = (await listPartitions(owner)).filter(
    ({ partition }) => partitionMonth(partition) < month,
  );
  for (const row of old) await dropPartition(owner, row);
  return old.map(({ partition }) => partition);
}

async function listPartitions(owner: DatabasePool): Promise<PartitionRow[]> {
  const tables = PARTITIONED.map(({ table }) => table);
  return owner.rows<PartitionRow>`
    select child.relname as partition, parent.name as "table",
      case when link.inhdetachpending then 'detaching'
        when link.inhrelid is null then 'detached' else 'attached' end as state
    from unnest(${tables}::text[]) as parent (name)
      join pg_class child on child.relname ~ ('^' || parent.name || '_[0-9]{3}$')
        and child.relkind = 'r' and child.relnamespace = 'public'::regnamespace
      left join pg_inherits link on link.inhrelid = child.oid
        and link.inhparent = parent.name::regclass
    order by child.relname`;
}

/**
 * Payments continue: detaching concurrently takes no lock that they wait for. Citus cannot do that, so
 * on a cluster payments wait for at most the two seconds that DDL waits for its lock.
 */
async function dropPartition(owner: DatabasePool, { table, partition }: PartitionRow) {
  const [parent, child] = [sqlIdentifier(table), sqlIdentifier(partition)];
  await retryOnLockTimeout(async () => {
    // Looked up for every try, because the one before may have been partly done.
    const row = (await listPartitions(owner)).find((known) => known.partition === partition);
    if (row?.state === "attached" && (await owner.isSharded())) {
      await detachOnCluster(owner, { table, partition });
    } else if (row?.state === "attached") {
      await owner.rows`alter table ${parent} detach partition ${child} concurrently`;
    } else if (row?.state === "detaching") {
      await owner.rows`alter table ${parent} detach partition ${child} finalize`;
    }
  });
  await retryOnLockTimeout(() =>
    owner.atomically(async (db) => {
      await db.rows`set local lock_timeout = '2s'`;
      await db.rows`drop table if exists ${child}`;
    }),
  );
}

async function detachOnCluster(
  owner: DatabasePool,
  { table, partition }: Pick<PartitionRow, "table" | "partition">,
): Promise<void> {
  await owner.atomically(async (db) => {
    await db.rows`set local lock_timeout = '2s'`;
    await db.rows`
      alter table ${sqlIdentifier(table)} detach partition ${sqlIdentifier(partition)}`;
  });
}

function partitionMonth(partition: string): number {
  return Number(partition.slice(-3));
}
