/** Settings of sessions that depend on whether the server is a Citus cluster. */
import type pg from "pg";

/**
 * Makes Citus repeat SET LOCAL on the workers. Without it, workers do not know the tenant of a
 * transaction, and row-level security hides every row without an error. PostgreSQL without Citus
 * accepts the setting and ignores it.
 */
export const PROPAGATION = { "citus.propagate_set_commands": "local" };

/**
 * The messages that begin a transaction with SET LOCAL. One message is one round trip. But Citus repeats
 * the whole message of each SET LOCAL on the workers: with `begin` in it, every transaction of a tenant
 * writes a warning to the logs of the coordinator and of the workers.
 */
export function messagesOf(statements: readonly string[], isSharded: boolean): readonly string[] {
  return isSharded ? statements : [statements.join("; ")];
}

/** On a Citus cluster a plan depends on the account, and one that must do without it fails. */
const PLAN_PER_ACCOUNT = `
  select set_config('plan_cache_mode', 'auto', false)
  where to_regclass('pg_catalog.pg_dist_partition') is not null`;

/** A server that disappeared would never answer. */
const ANSWER_WITHIN_MS = 2_000;

/** For connections that plan statements once. Runs before their first statement. */
export async function planPerAccountOnCluster(client: pg.ClientBase): Promise<void> {
  const query: pg.QueryConfig & { query_timeout: number } = {
    text: PLAN_PER_ACCOUNT,
    query_timeout: ANSWER_WITHIN_MS,
  };
  await client.query(query);
}
