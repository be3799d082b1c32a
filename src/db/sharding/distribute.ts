/**
 * Distributes the tables of a database over a Citus cluster, as table-layout.ts lists them. A filled
 * table keeps its rows. Interrupted, it can be run again: tables that are distributed are skipped.
 */
import { Database } from "../database.ts";
import type { DatabasePool } from "../database-pool.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../roles.ts";
import { sqlIdentifier } from "../sql.ts";
import { CREATE_HOLD_SHARDS } from "./hold-shards.ts";
import { ANCHOR_TABLE, DISTRIBUTED_TABLES, DISTRIBUTION_COLUMN } from "./table-layout.ts";

/** The database cannot be distributed. The message says what to do. */
export class ShardingError extends Error {
  override readonly name = "ShardingError";
}

/**
 * Payments of one shard share a statement, so more shards on a worker cost more: a sale took 258, 332
 * and 473 µs of database processor time with 2, 8 and 16 shards on each of two workers.
 */
const SHARD_COUNT = 16;
const LOCK_KEY = 6_003_650;

/** Returns the tables that were distributed now. */
export async function distributeTables(
  owner: DatabasePool,
  shardCount = SHARD_COUNT,
): Promise<readonly string[]> {
  await requireCluster(owner);
  return owner.withClient(async (client) => {
    const db = new Database(client);
    await db.rows`set statement_timeout = 0`;
    await db.rows`select pg_advisory_lock(${LOCK_KEY})`;
    try {
      const missing = await listMissingTables(db);
      if (missing.length > 0) await prepareRoles(db);
      for (const table of missing) await distributeTable(db, table, shardCount);
      if (missing.length > 0) await createHoldShards(db);
      return missing;
    } finally {
      await db.rows`select pg_advisory_unlock(${LOCK_KEY})`;
      await db.rows`reset statement_timeout`;
    }
  });
}

async function requireCluster(owner: DatabasePool): Promise<void> {
  const [citus] = await owner.rows<{ is_there: boolean }>`
    select to_regclass('pg_catalog.pg_dist_node') is not null as is_there`;
  if (citus?.is_there !== true) {
    throw new ShardingError(
      "This database does not have the extension citus. Run `create extension citus` in it as an administrator, on the coordinator and on every worker.",
    );
  }
  const workers = await owner.rows`
    select from pg_dist_node where groupid > 0 and noderole = 'primary' and shouldhaveshards`;
  if (workers.length > 0) return;
  throw new ShardingError(
    "The cluster has no workers for this database. Run `select citus_add_node('host', port)` on the coordinator for each worker.",
  );
}

async function listMissingTables(db: Database): Promise<readonly string[]> {
  const known = await db.rows<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition`;
  const names = new Set(known.map(({ name }) => name));
  return DISTRIBUTED_TABLES.filter((table) => !names.has(table));
}

async function distributeTable(db: Database, table: string, shardCount: number): Promise<void> {
  if (table === ANCHOR_TABLE) {
    // Payments write to one placement. More than one copy is the task of a standby.
    await db.rows`set citus.shard_replication_factor = 1`;
    await db.rows`
      select create_distributed_table(${table}::text::regclass, ${DISTRIBUTION_COLUMN},
        colocate_with => 'none', shard_count => ${shardCount}::int)`;
    return;
  }
  await db.rows`
    select create_distributed_table(${table}::text::regclass, ${DISTRIBUTION_COLUMN},
      colocate_with => ${ANCHOR_TABLE})`;
}

/** In a schema of its own, because the migrations do not make it and exports leave it out. */
async function createHoldShards(db: Database): Promise<void> {
  const payments = sqlIdentifier(PAYMENTS_ROLE);
  await db.rows`create schema if not exists sixdoors_cluster`;
  await db.rows`grant usage on schema sixdoors_cluster to ${payments}`;
  await db.rows`${CREATE_HOLD_SHARDS}`;
  await db.rows`revoke execute on function sixdoors_cluster.hold_shards(bigint[]) from public`;
  await db.rows`grant execute on function sixdoors_cluster.hold_shards(bigint[]) to ${payments}`;
  await db.rows`select create_distributed_function('sixdoors_cluster.hold_shards(bigint[])')`;
}

/** Settings of the payments role's sessions on the workers, like those of the payment pool. */
const WORKER_SETTINGS = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin", "jit"];

/**
 * The coordinator logs in to the workers as the role that runs the statement, so both roles must
 * exist there and be able to log in. They get no password here. Citus repeats the statements on all
 * workers, and creates the roles there.
 */
async function prepareRoles(db: Database): Promise<void> {
  const [database] = await db.rows<{ name: string }>`select current_database() as name`;
  const name = sqlIdentifier(database?.name ?? "");
  const payments = sqlIdentifier(PAYMENTS_ROLE);
  for (const role of [APP_ROLE, PAYMENTS_ROLE]) {
    await db.rows`alter role ${sqlIdentifier(role)} login`;
  }
  for (const setting of WORKER_SETTINGS.map(sqlIdentifier)) {
    await db.rows`alter role ${payments} in database ${name} set ${setting} = off`;
  }
}
