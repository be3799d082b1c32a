/** The last run of each purge, and purges that wait for an operator. Uses the database's clock. */
import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";

export interface HeldPurge {
  readonly work: string;
  readonly heldAt: Temporal.Instant;
  readonly upTo: Temporal.Instant;
  readonly counts: Readonly<Record<string, number>>;
  readonly why: string;
  readonly allowedAt: Temporal.Instant | null;
  readonly allowedBy: string | null;
}

export interface PurgeState {
  readonly doneUpTo: Temporal.Instant | null;
  readonly allowedAt: Temporal.Instant | null;
  /** An operator allowed it within the last week. */
  readonly isAllowed: boolean;
  readonly heldUpTo: Temporal.Instant | null;
  readonly heldCounts: Readonly<Record<string, number>> | null;
}

export interface Holding {
  readonly work: string;
  readonly upTo: Temporal.Instant;
  readonly counts: Readonly<Record<string, number>>;
  readonly why: string;
}

export class PurgeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findState(work: string): Promise<PurgeState | undefined> {
    const [row] = await this.#db.rows<PurgeState>`
      select done_up_to as "doneUpTo", allowed_at as "allowedAt", held_up_to as "heldUpTo", held_counts as "heldCounts",
        coalesce(allowed_at > clock_timestamp() - interval '7 days', false) as "isAllowed"
      from purges where work = ${work}`;
    return row;
  }

  /** Never moves back, even if a run for an older time ends late. */
  async markDone(work: string, upTo: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      insert into purges as known (work, done_up_to) values (${work}, ${upTo})
      on conflict (work) do update set done_up_to = greatest(known.done_up_to, excluded.done_up_to),
        held_at = null, held_up_to = null, held_counts = null, held_why = null, allowed_at = null,
        allowed_by = null`;
  }

  /**
   * Puts a purge on hold. This ends an earlier approval, which was for less. An approval that was given
   * after the run had counted stays valid.
   */
  async holdPurge(
    { work, upTo, counts, why }: Holding,
    seenAllowedAt: Temporal.Instant | null,
  ): Promise<void> {
    await this.#db.rows`
      insert into purges as known (work, held_at, held_up_to, held_counts, held_why)
      values (${work}, clock_timestamp(), ${upTo}, ${JSON.stringify(counts)}, ${why})
      on conflict (work) do update set held_at = coalesce(known.held_at, excluded.held_at),
        held_up_to = excluded.held_up_to, held_counts = excluded.held_counts,
        held_why = excluded.held_why, allowed_at = null, allowed_by = null
      where known.allowed_at is not distinct from ${seenAllowedAt}::timestamptz`;
  }

  /** Longest on hold first. */
  listHeld(): Promise<HeldPurge[]> {
    return this.#db.rows<HeldPurge>`
      select work, held_at as "heldAt", held_up_to as "upTo", held_counts as counts,
        held_why as why, allowed_at as "allowedAt", allowed_by as "allowedBy"
      from purges where held_at is not null order by held_at`;
  }

  /** Returns false if it is not on hold any more, or its counts have changed. */
  async markAllowed(
    { work, upTo, counts }: Pick<HeldPurge, "work" | "upTo" | "counts">,
    by: string,
  ): Promise<boolean> {
    const allowed = await this.#db.count`
      update purges set allowed_at = clock_timestamp(), allowed_by = ${by}
      where work = ${work} and held_up_to = ${upTo}
        and held_counts::jsonb = ${JSON.stringify(counts)}::jsonb`;
    return allowed === 1;
  }

  /** Retries the job that failed because of the hold now. */
  async retryNow(work: string): Promise<void> {
    await this.#db.rows`update business_work set retry_at = null where name = ${work}`;
  }
}

/** Runs one batch in a transaction that finds every row by an index. */
export function purgeBatch(
  owner: DatabasePool,
  drop: (db: Database) => Promise<number>,
): Promise<number> {
  return owner.atomically(async (db) => {
    await db.rows`set local enable_seqscan = off`;
    return drop(db);
  });
}
