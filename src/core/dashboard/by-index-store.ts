/**
 * Makes PostgreSQL use index scans for the rest of the database transaction. The planner cannot
 * estimate the row-level security condition. It expects few of an account's rows to pass it, and
 * would read and sort a whole month instead of following the index for one page.
 */
import type { Database } from "../../db/database.ts";

export async function planByIndex(db: Database): Promise<void> {
  await db.rows`
    select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`;
}
