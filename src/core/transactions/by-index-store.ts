/**
 * Makes PostgreSQL use index scans for the rest of the database transaction. The planner cannot
 * estimate the row-level security condition. It expects few of an account's rows to pass it, and
 * would read and sort a whole month instead of following the index for one page. Before version 18,
 * PostgreSQL adds so much to the cost of a plan that it compiles it, which takes seconds with the
 * partitions of a year. So it must not compile.
 */
import type { Database } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";

const SETTINGS = sql`set local enable_seqscan = off; set local enable_bitmapscan = off;
  set local max_parallel_workers_per_gather = 0; set local jit = off`;

const IN_ORDER = sql`${SETTINGS}; set local enable_sort = off`;

export async function planByIndex(db: Database): Promise<void> {
  // Spliced, so that they are sent as one message. SET LOCAL reaches the workers of a cluster.
  await db.rows`${SETTINGS}`;
}

/**
 * For a part of a long list: follows the index that has its order, also if the rows are stored in
 * another one. The planner would read and sort all rows of the account.
 */
export async function planInOrder(db: Database): Promise<void> {
  await db.rows`${IN_ORDER}`;
}
