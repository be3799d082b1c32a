/**
 * When a piece of work is free to be run, as conditions on business_work that several stores share.
 * An end that lies far beyond what any process sets was written before the database's clock was set
 * back, and does not count. Twice the longest leaves room for small corrections of that clock.
 */
import { sql } from "../../db/sql.ts";
import { LONGEST_PAUSE_MS } from "./retry-pause.ts";

/** A process that dies is replaced in its work after this long. */
export const CLAIM_SECONDS = 20;

/** A process is running it. */
export const IS_CLAIMED = sql`coalesce(claimed_until > clock_timestamp() and claimed_until
  <= clock_timestamp() + ${2 * CLAIM_SECONDS}::float8 * interval '1 second', false)`;

export const IS_FREE = sql`not ${IS_CLAIMED}`;

/** The pause after a failure. */
export const IS_PAUSE_OVER = sql`(retry_at is null or retry_at <= clock_timestamp() or retry_at
  > clock_timestamp() + ${2 * LONGEST_PAUSE_MS}::float8 * interval '1 millisecond')`;
