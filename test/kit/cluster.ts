/**
 * A Citus cluster that the suite runs on instead of one server. TEST_CITUS_URL names a database of its
 * coordinator in which all workers were added; the login must be a superuser on every node, without a
 * password between nodes. A test database is one database on each node, cloned from templates.
 */
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";

/** Undefined: the suite runs on one server. */
export const TEST_CLUSTER = process.env["TEST_CITUS_URL"] || undefined;

/** Options of a test that a cluster cannot run, with the reason. */
export function onPlainServer(why: string): { readonly skip?: string } {
  return TEST_CLUSTER === undefined ? {} : { skip: `not on a cluster: ${why}` };
}

interface Node {
  readonly host: string;
  readonly port: number;
  readonly isCoordinator: boolean;
}

let nodes: Promise<readonly Node[]> | undefined;
const pools = new Map<string, pg.Pool>();

/** Runs a statement on all nodes at the same time, in the database of TEST_CITUS_URL. */
export async function onEveryNode(statement: string): Promise<void> {
  nodes ??= listNodes();
  await Promise.all((await nodes).map((node) => runPatiently(nodePool(node), statement)));
}

/**
 * Citus's process in a database often connects to it, too. If the database is being dropped, it waits for
 * that connection and does not end, and dropping waits 5 s for its end. So it ends before.
 */
export async function dropOnEveryNode(database: string): Promise<void> {
  await onEveryNode(`
    update pg_database set datallowconn = false where datname = '${database}';
    with ending as materialized (
      select pid, pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}')
    select pg_terminate_backend(pid, 5000) from ending`);
  await onEveryNode(`drop database if exists ${database} with (force)`);
}

const IN_USE = "55006";
const TRIES = 20;
const TRY_AGAIN_MS = 50;

/** Citus starts its process in a database again at any time, also while the database is dropped. */
async function runPatiently(pool: pg.Pool, statement: string): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      await pool.query(statement);
      return;
    } catch (error) {
      if ((error as { readonly code?: string }).code !== IN_USE || left === 0) throw error;
      await pause(TRY_AGAIN_MS);
    }
  }
}

/** Makes the databases of this name, one on each node, a cluster. */
export async function joinCluster(database: string): Promise<void> {
  nodes ??= listNodes();
  const all = await nodes;
  for (const node of all) await runOnce(node, database, "create extension citus");
  const [coordinator] = all.filter(({ isCoordinator }) => isCoordinator);
  if (coordinator === undefined) throw new Error("TEST_CITUS_URL names no coordinator.");
  const { host, port } = coordinator;
  await runOnce(coordinator, database, `select citus_set_coordinator_host('${host}', ${port})`);
  for (const worker of all.filter(({ isCoordinator }) => !isCoordinator)) {
    await runOnce(coordinator, database, `select citus_add_node('${worker.host}', ${worker.port})`);
  }
}

/** A database in use cannot be cloned, and Citus keeps a process in each of its databases. */
export async function leaveTemplate(database: string): Promise<void> {
  await onEveryNode(`alter database ${database} allow_connections false`);
  await onEveryNode(`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${database}'`);
}

async function listNodes(): Promise<readonly Node[]> {
  const client = new pg.Client({ connectionString: TEST_CLUSTER });
  await client.connect();
  try {
    const { rows } = await client.query<Node>(`
      select nodename as host, nodeport as port, groupid = 0 as "isCoordinator"
      from pg_dist_node where noderole = 'primary' order by groupid`);
    return rows;
  } finally {
    await client.end();
  }
}

function nodePool(node: Node): pg.Pool {
  const connectionString = nodeUrl(node);
  const known = pools.get(connectionString);
  if (known !== undefined) return known;
  const pool = new pg.Pool({ connectionString, allowExitOnIdle: true });
  // Some tests kill nodes. A broken connection is replaced; without a listener it ends the process.
  pool.on("error", () => {});
  pools.set(connectionString, pool);
  return pool;
}

async function runOnce(node: Node, database: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: nodeUrl(node, database) });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function nodeUrl({ host, port }: Node, database?: string): string {
  const url = new URL(TEST_CLUSTER ?? "");
  url.hostname = host;
  url.port = String(port);
  if (database !== undefined) url.pathname = `/${database}`;
  return url.href;
}
