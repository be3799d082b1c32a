/**
 * Distributes the tables of a database over a Citus cluster, as table-layout.ts lists them. A filled
 * table keeps its rows. Interrupted, it can be run again: what is there already is skipped.
 */

import { Database } from "../database.ts";
import type { DatabasePool } from "../database-pool.ts";
import { ADVISORY_LOCKS } from "../locks/advisory-locks.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../roles.ts";
import { sqlIdentifier } from "../sql.ts";
import { CREATE_HOLD_SHARDS, hasHoldShards } from "./hold-shards.ts";
import { ANCHOR_TABLE, DISTRIBUTED_TABLES, DISTRIBUTION_COLUMN } from "./table-layout.ts";
import { TOKEN_COLUMNS } from "./token-columns.ts";
import { prepareWorkerRoles, WorkerRolesMissing } from "./worker-roles.ts";

/** The database cannot be distributed. The message says what to do. */
export class ShardingError extends Error {
  override readonly name = "ShardingError";
}

/**
 * Payments of one shard share a statement, so more shards on a worker cost more: a sale took 239 and
 * 371 µs of database processor time with 4 and 8 shards on each of two workers.
 */
const SHARDS_PER_WORKER = 4;
const LOCK_KEY = ADVISORY_LOCKS.distribution.number;

/** Returns the tables that were distributed now. */
export async function distributeTables(
  owner: DatabasePool,
  wantedShards?: number,
): Promise<readonly string[]> {
  const shardCount = wantedShards ?? SHARDS_PER_WORKER * (await countWorkers(owner));
  return owner.withClient(async (client) => {
    const db = new Database(client);
    await db.rows`set statement_timeout = 0`;
    await db.rows`select pg_advisory_lock(${LOCK_KEY})`;
    try {
      const missing = await listMissingTables(db);
      if (missing.length > 0) await explainRoles(() => prepareWorkerRoles(db));
      for (const table of missing) await distributeTable(db, table, shardCount);
      // An interrupted run may have left them out, and another release may have other ones.
      if (missing.length > 0 || !(await hasClusterParts(db))) await addClusterParts(db);
      return missing;
    } finally {
      await db.rows`select pg_advisory_unlock(${LOCK_KEY})`;
      await db.rows`reset statement_timeout`;
    }
  });
}

/** At least one. Otherwise it throws what an administrator must do. */
async function countWorkers(owner: DatabasePool): Promise<number> {
  const [citus] = await owner.rows<{ is_there: boolean }>`
    select to_regclass('pg_catalog.pg_dist_node') is not null as is_there`;
  if (citus?.is_there !== true) {
    throw new ShardingError(
      "This database does not have the extension citus. Run `create extension citus` in it as an administrator, on the coordinator and on every worker.",
    );
  }
  const workers = await owner.rows`
    select from pg_dist_node where groupid > 0 and noderole = 'primary' and shouldhaveshards`;
  if (workers.length > 0) return workers.length;
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

/** What only a distributed database needs. */
async function addClusterParts(db: Database): Promise<void> {
  await grantTokenColumns(db);
  await createHoldShards(db);
}

/** Asks only the coordinator, so that processes can start while a worker is away. */
async function hasClusterParts(db: Database): Promise<boolean> {
  const [granted] = await db.rows<{ is_whole: boolean }>`
    select bool_and(has_column_privilege(${APP_ROLE}, 'vault', name, 'select')) as is_whole
    from unnest(${TOKEN_COLUMNS}::text[]) name`;
  return granted?.is_whole === true && hasHoldShards(db);
}

async function grantTokenColumns(db: Database): Promise<void> {
  for (const column of TOKEN_COLUMNS) {
    await db.rows`
      grant select (${sqlIdentifier(column)}) on vault to ${sqlIdentifier(APP_ROLE)}`;
  }
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

async function explainRoles(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof WorkerRolesMissing)) throw error;
    throw new ShardingError(
      `The login may not prepare the roles for the workers. Ask an administrator to run on the coordinator: ${error.message}`,
    );
  });
}
