/**
 * Conditions on business_work that decide whether work can be run. A time far beyond what any process
 * sets was written before the database's clock was set back, and is ignored. The limit is twice the
 * longest time, to allow small corrections of that clock.
 */
import { sql } from "../../db/sql.ts";
import { LONGEST_PAUSE_MS } from "./retry-pause.ts";

/** After a process died, another one takes over its work after this time. */
export const CLAIM_SECONDS = 20;

/** A process is running it. */
export const IS_CLAIMED = sql`coalesce(claimed_until > clock_timestamp() and claimed_until
  <= clock_timestamp() + ${2 * CLAIM_SECONDS}::float8 * interval '1 second', false)`;

export const IS_FREE = sql`not ${IS_CLAIMED}`;

/** There is no pause after a failure, or it has ended. */
export const IS_PAUSE_OVER = sql`(retry_at is null or retry_at <= clock_timestamp() or retry_at
  > clock_timestamp() + ${2 * LONGEST_PAUSE_MS}::float8 * interval '1 millisecond')`;
