/** Waits for database sessions that wait for a lock of another session. */
import type { DatabasePool } from "../../src/db/database-pool.ts";
import { TEST_CLUSTER } from "./cluster.ts";
import { until } from "./until.ts";

export function untilSomebodyWaits(owner: DatabasePool): Promise<void> {
  return until(async () => (await countLockWaits(owner)) > 0);
}

/** How many sessions of the database wait for a lock, on all nodes of a cluster. */
export function countLockWaits(owner: DatabasePool): Promise<number> {
  if (TEST_CLUSTER !== undefined) {
    return owner.count`
      select from citus_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
  }
  return owner.count`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
}
