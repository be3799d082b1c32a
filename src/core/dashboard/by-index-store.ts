/**
 * Plans by index, for what is left of a transaction of the database. The planner cannot know how
 * few rows the wall between tenants takes away, expects a twentieth of an account's transactions,
 * and would sooner read and sort a whole month than follow the index for one page.
 */
import type { Database } from "../../db/database.ts";

export async function planByIndex(db: Database): Promise<void> {
  await db.rows`
    select set_config('enable_seqscan', 'off', true), set_config('enable_bitmapscan', 'off', true),
      set_config('max_parallel_workers_per_gather', '0', true)`;
}
