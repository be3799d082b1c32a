/**
 * Distributes the tables of a database over a Citus cluster, as table-layout.ts lists them. A filled
 * table keeps its rows. Interrupted, it can be run again: tables that are distributed are skipped.
 */
import { Database } from "../database.ts";
import type { DatabasePool } from "../database-pool.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../roles.ts";
import { isDistributed } from "./shard-map.ts";
import { ANCHOR_TABLE, DISTRIBUTED_TABLES, DISTRIBUTION_COLUMN } from "./table-layout.ts";

/** The database cannot be distributed. The message says what to do. */
export class ShardingError extends Error {
  override readonly name = "ShardingError";
}

/** Enough for growth to 32 workers. A shard cannot be split without moving its rows. */
export const SHARD_COUNT = 32;
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
      await prepareRoles(db);
      const missing = await listMissingTables(db);
      for (const table of missing) await distributeTable(db, table, shardCount);
      return missing;
    } finally {
      await db.rows`select pg_advisory_unlock(${LOCK_KEY})`;
      await db.rows`reset statement_timeout`;
    }
  });
}

/** Distributes tables that a migration has added since. Does nothing on plain PostgreSQL. */
export async function distributeNewTables(owner: DatabasePool): Promise<readonly string[]> {
  return (await isDistributed(owner)) ? distributeTables(owner) : [];
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
    await db.rows`
      select create_distributed_table(${table}::text::regclass, ${DISTRIBUTION_COLUMN},
        colocate_with => 'none', shard_count => ${shardCount}::int)`;
    return;
  }
  await db.rows`
    select create_distributed_table(${table}::text::regclass, ${DISTRIBUTION_COLUMN},
      colocate_with => ${ANCHOR_TABLE})`;
}

/** Settings of the payments role's sessions on the workers, like those of the payment pool. */
const WORKER_SETTINGS = ["enable_seqscan", "enable_hashjoin", "enable_mergejoin", "jit"];

/**
 * The coordinator logs in to the workers as the role that runs the statement, so both roles must
 * exist there and be able to log in. They get no password here.
 */
async function prepareRoles(db: Database): Promise<void> {
  for (const role of [APP_ROLE, PAYMENTS_ROLE]) {
    await runOnAllNodes(
      db,
      `do $role$ begin
         if not exists (select from pg_roles where rolname = '${role}') then
           create role ${role} nosuperuser nobypassrls nocreatedb nocreaterole;
         end if;
         if exists (select from pg_roles where rolname = '${role}' and not rolcanlogin) then
           alter role ${role} login;
         end if;
       end $role$`,
    );
  }
  const [database] = await db.rows<{ name: string }>`
    select quote_ident(current_database()) as name`;
  for (const setting of WORKER_SETTINGS) {
    await runOnAllNodes(
      db,
      `alter role ${PAYMENTS_ROLE} in database ${database?.name} set ${setting} = off`,
    );
  }
}

async function runOnAllNodes(db: Database, command: string): Promise<void> {
  const results = await db.rows<{ success: boolean; result: string }>`
    select success, result from run_command_on_all_nodes(${command})`;
  const failure = results.find(({ success }) => !success);
  if (failure === undefined) return;
  throw new ShardingError(`A node of the cluster refused a command: ${failure.result}`);
}
