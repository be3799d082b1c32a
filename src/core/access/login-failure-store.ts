/**
 * Counts of failed logins, by digest. The database is the referee: of any number of failures at
 * once, in any number of processes, each is counted once, and none beyond the limit.
 */

import type { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { FailureLimit } from "./login-policy.ts";

/** One of the counts that an attempt falls under. */
export interface FailureCount {
  readonly limit: FailureLimit;
  readonly digest: Uint8Array;
  /** What it counts, for those who must hear of a lock. */
  readonly of: CountedLogins;
}

/** The parts that a limit does not count by are absent. */
export interface CountedLogins {
  readonly door: string;
  readonly name?: string | undefined;
  readonly address?: string | undefined;
}

/** Told in the transaction that begins the lock. */
export type OnLock = (
  db: Database,
  locked: CountedLogins,
  until: Temporal.Instant,
) => Promise<void>;

export interface Lock {
  readonly digest: Uint8Array;
  readonly until: Temporal.Instant;
}

export interface Counting {
  /** False: a lock was there before. */
  readonly isFree: boolean;
  /** The counts that this failure has locked. */
  readonly locked: readonly FailureCount[];
}

/** Whoever they are: only digests are kept. */
export interface FailureFigures {
  readonly locked: number;
  /** Names and addresses with failures that have not led to a lock. */
  readonly counted: number;
  readonly failures: number;
}

class Locked extends Error {
  override readonly name = "Locked";
}

export class LoginFailureStore {
  readonly #db: DatabasePool;
  readonly #onLock: OnLock | undefined;

  constructor(db: DatabasePool, onLock?: OnLock | undefined) {
    this.#db = db;
    this.#onLock = onLock;
  }

  async findLocks(counts: readonly FailureCount[], now: Temporal.Instant): Promise<Lock[]> {
    return this.#db.rows<Lock>`
      select digest, locked_until as until from login_failures
      where digest = any (${digestsOf(counts)}) and locked_until > ${now}`;
  }

  /**
   * Counts a failure everywhere, or nowhere when a lock was there before it. A silent lock is the
   * exception: what comes after it still counts elsewhere.
   */
  async count(counts: readonly FailureCount[], now: Temporal.Instant): Promise<Counting> {
    try {
      return await this.#db.atomically((db) => this.#countAll(db, counts, now));
    } catch (error) {
      if (error instanceof Locked) return { isFree: false, locked: [] };
      throw error;
    }
  }

  async #countAll(
    db: Database,
    counts: readonly FailureCount[],
    now: Temporal.Instant,
  ): Promise<Counting> {
    const locked: FailureCount[] = [];
    let isFree = true;
    for (const count of counts) {
      const { limit, of } = count;
      const counted = await countOne(db, { ...count, now });
      if (counted === undefined && !limit.isSilent) throw new Locked();
      if (counted === undefined) isFree = false;
      if (!counted?.until) continue;
      await this.#onLock?.(db, of, counted.until);
      locked.push(count);
    }
    return { isFree, locked };
  }

  /** The locks that a success runs into. Without any, it clears the counts that say so. */
  async settle(counts: readonly FailureCount[], now: Temporal.Instant): Promise<Lock[]> {
    const cleared = counts.filter(({ limit }) => limit.isClearedBySuccess);
    return this.#db.rows<Lock>`
      with locks as (
        select digest, locked_until as until from login_failures
        where digest = any (${digestsOf(counts)}) and locked_until > ${now}
      ), cleared as (
        delete from login_failures
        where digest = any (${digestsOf(cleared)}) and not exists (select from locks)
          and (locked_until is null or locked_until <= ${now})
      )
      select digest, until from locks`;
  }

  /** All that are locked now, the longest first. */
  async locks(now: Temporal.Instant, atMost: number): Promise<Lock[]> {
    return this.#db.rows<Lock>`
      select digest, locked_until as until from login_failures
      where locked_until > ${now} order by locked_until desc limit ${atMost}`;
  }

  async figures(now: Temporal.Instant): Promise<FailureFigures> {
    const [row] = await this.#db.rows<FailureFigures>`
      select count(*) filter (where locked_until > ${now})::int as locked,
        count(*) filter (where locked_until is null or locked_until <= ${now})::int as counted,
        coalesce(sum(cardinality(failed_at)), 0)::int as failures
      from login_failures where forget_at > ${now}`;
    return row ?? { locked: 0, counted: 0, failures: 0 };
  }

  async forgetOld(now: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from login_failures where forget_at <= ${now} and ctid = any (array(
        select ctid from login_failures where forget_at <= ${now} limit ${most}))`;
  }
}

/** Ends a lock, with the failures that led to it. False: there is none. */
export async function removeLock(
  db: Database,
  digest: Uint8Array,
  now: Temporal.Instant,
): Promise<boolean> {
  const count = await db.count`
    delete from login_failures where digest = ${digest} and locked_until > ${now}`;
  return count === 1;
}

function digestsOf(counts: readonly FailureCount[]): readonly Uint8Array[] {
  return counts.map(({ digest }) => digest);
}

/** A row that is locked stays as it is, and is not returned. */
async function countOne(
  db: Database,
  { digest, limit, now }: Omit<FailureCount, "of"> & { readonly now: Temporal.Instant },
): Promise<{ readonly until: Temporal.Instant | null } | undefined> {
  const since = now.subtract(limit.within);
  const lockedUntil = now.add(limit.lockedFor);
  const forgetAt = now.add(limit.within).add(limit.lockedFor);
  const [row] = await db.rows<{ until: Temporal.Instant | null }>`
    insert into login_failures as known (digest, failed_at, forget_at)
    values (${digest}, array[${now}::timestamptz], ${forgetAt})
    on conflict (digest) do update set
      failed_at = case
        when (select count(*) from unnest(known.failed_at) moment where moment > ${since}) + 1
          < ${limit.failuresMax}
        then array(select moment from unnest(known.failed_at) moment where moment > ${since})
          || ${now}::timestamptz
        else '{}' end,
      locked_until = case
        when (select count(*) from unnest(known.failed_at) moment where moment > ${since}) + 1
          >= ${limit.failuresMax}
        then ${lockedUntil}::timestamptz end,
      forget_at = greatest(known.forget_at, ${forgetAt})
    where known.locked_until is null or known.locked_until <= ${now}
    returning locked_until as until`;
  return row;
}
