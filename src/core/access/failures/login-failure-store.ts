/**
 * Counts failed logins by digest. The database decides: of any number of failures at once, in any
 * number of processes, each is counted once, and none beyond the limit.
 */

import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { FailureLimit } from "./login-policy.ts";
import { SLOW_FROM_FAILURES, SLOW_KEPT_MAX, SLOW_WITHIN } from "./login-slowdown.ts";

/** One of the counts of an attempt. */
export interface FailureCount {
  readonly limit: FailureLimit;
  readonly digest: Uint8Array;
  /** What is counted, for the listeners. */
  readonly of: CountedLogins;
}

/** Failures of a name from anywhere. They slow it down and never lock it. */
export interface NameCount {
  readonly digest: Uint8Array;
  readonly of: CountedLogins;
}

export interface CountedAttempt {
  readonly counts: readonly FailureCount[];
  /** Absent where names are not slowed down. */
  readonly name?: NameCount | undefined;
}

/** Parts that the limit does not count by are absent. */
export interface CountedLogins {
  readonly interfaceName: string;
  readonly name?: string | undefined;
  readonly address?: string | undefined;
}

/** Runs in the transaction that starts the lock. */
export type OnLock = (
  db: Database,
  locked: CountedLogins,
  until: Temporal.Instant,
) => Promise<void>;

/** Runs in the transaction of the failure that starts to slow the name down. */
export type OnSlow = (db: Database, slowed: CountedLogins) => Promise<void>;

export interface Lock {
  readonly digest: Uint8Array;
  readonly until: Temporal.Instant;
}

/** A lock, or a name that is slowed down. */
export interface ListedLock extends Lock {
  readonly kind: "locked" | "slowed";
}

export interface LoginState {
  readonly locks: readonly Lock[];
  readonly nameFailures: number;
}

interface StateRow {
  readonly digest: Uint8Array;
  /** Null for the count of a name, which is never locked. */
  readonly until: Temporal.Instant | null;
  readonly failures: number;
}

export interface CountingResult {
  /** False: it was locked before this failure. */
  readonly isFree: boolean;
  /** The counts that this failure has locked. */
  readonly locked: readonly FailureCount[];
}

/** Totals only, because names and addresses are stored as digests. */
export interface FailureFigures {
  readonly locked: number;
  /** Names that fail from many addresses. */
  readonly slowed: number;
  /** Names and addresses with failures that have not led to a lock. */
  readonly counted: number;
  readonly failures: number;
}

export interface LockListeners {
  readonly onLock?: OnLock | undefined;
  readonly onSlow?: OnSlow | undefined;
}

class Locked extends Error {
  override readonly name = "Locked";
}

export class LoginFailureStore {
  readonly #db: DatabasePool;
  readonly #listeners: LockListeners;

  constructor(db: DatabasePool, listeners: LockListeners = {}) {
    this.#db = db;
    this.#listeners = listeners;
  }

  /** Returns the locks of an attempt and the recent failures of its name. */
  async findLoginState(
    { counts, name }: CountedAttempt,
    now: Temporal.Instant,
  ): Promise<LoginState> {
    const digests = digestsOf(name === undefined ? counts : [...counts, name]);
    const rows = await this.#db.rows<StateRow>`
      select digest, locked_until as until, (
        select count(*)::int from unnest(failed_at) moment
        where moment > ${now.subtract(SLOW_WITHIN)}) as failures
      from login_failures where digest = any (${digests})
        and (locked_until > ${now} or digest = ${name?.digest ?? null})`;
    const listLocks = rows.flatMap(({ digest, until }) =>
      until === null ? [] : [{ digest, until }],
    );
    return {
      locks: listLocks,
      nameFailures: rows.find(({ until }) => until === null)?.failures ?? 0,
    };
  }

  /**
   * Counts a failure in all counts, or in none if one of them is locked. Exception: under a silent
   * lock the other counts continue, but the name is not slowed down.
   */
  async countFailure(attempt: CountedAttempt, now: Temporal.Instant): Promise<CountingResult> {
    try {
      return await this.#db.atomically(async (db) => {
        const counting = await this.#countAll(db, attempt.counts, now);
        if (counting.isFree && attempt.name) await this.#countName(db, attempt.name, now);
        return counting;
      });
    } catch (error) {
      if (error instanceof Locked) return { isFree: false, locked: [] };
      throw error;
    }
  }

  async #countAll(
    db: Database,
    counts: readonly FailureCount[],
    now: Temporal.Instant,
  ): Promise<CountingResult> {
    const locked: FailureCount[] = [];
    let isFree = true;
    for (const count of counts) {
      const { limit, of } = count;
      const counted = await countOne(db, { ...count, now });
      if (counted === undefined && !limit.isSilent) throw new Locked();
      if (counted === undefined) isFree = false;
      if (!counted?.until) continue;
      await this.#listeners.onLock?.(db, of, counted.until);
      locked.push(count);
    }
    return { isFree, locked };
  }

  async #countName(db: Database, { digest, of }: NameCount, now: Temporal.Instant): Promise<void> {
    const { isSlow, wasSlow } = await countNameFailure(db, digest, now);
    if (isSlow && !wasSlow) await this.#listeners.onSlow?.(db, of);
  }

  /** Returns the locks of an attempt. Without locks, clears the counts that a success clears. */
  async settleSuccess(counts: readonly FailureCount[], now: Temporal.Instant): Promise<Lock[]> {
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

  /** Current locks first, then slowed names, the longest first. */
  async locks(now: Temporal.Instant, atMost: number): Promise<ListedLock[]> {
    return this.#db.rows<ListedLock>`
      select digest, coalesce(locked_until, slowed_until) as until,
        case when locked_until is null then 'slowed' else 'locked' end as kind
      from login_failures where locked_until > ${now} or slowed_until > ${now}
      order by kind, until desc limit ${atMost}`;
  }

  async countFailures(now: Temporal.Instant): Promise<FailureFigures> {
    const [row] = await this.#db.rows<FailureFigures>`
      select count(*) filter (where locked_until > ${now})::int as locked,
        count(*) filter (where slowed_until > ${now})::int as slowed,
        count(*) filter (where locked_until is null or locked_until <= ${now})::int as counted,
        coalesce(sum(cardinality(failed_at)), 0)::int as failures
      from login_failures where forget_at > ${now}`;
    return row ?? { locked: 0, slowed: 0, counted: 0, failures: 0 };
  }

  async removeOldFailures(now: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from login_failures where forget_at <= ${now} and ctid = any (array(
        select ctid from login_failures where forget_at <= ${now} limit ${most}))`;
  }
}

/** Removes a lock or slowdown with its failures. Returns false if there is none. */
export async function removeLock(
  db: Database,
  digest: Uint8Array,
  now: Temporal.Instant,
): Promise<boolean> {
  const count = await db.count`
    delete from login_failures
    where digest = ${digest} and (locked_until > ${now} or slowed_until > ${now})`;
  return count === 1;
}

function digestsOf(counts: readonly Pick<FailureCount, "digest">[]): readonly Uint8Array[] {
  return counts.map(({ digest }) => digest);
}

/** A locked row is not changed and not returned. */
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

/**
 * Keeps only the latest failures. One statement, because all failures of a name wait for its row.
 * Several that waited together may all report that the name was not slow before.
 */
async function countNameFailure(
  db: Database,
  digest: Uint8Array,
  now: Temporal.Instant,
): Promise<{ readonly isSlow: boolean; readonly wasSlow: boolean }> {
  const since = now.subtract(SLOW_WITHIN);
  const until = now.add(SLOW_WITHIN);
  const [row] = await db.rows<{ isSlow: boolean; wasSlow: boolean }>`
    insert into login_failures as known (digest, failed_at, forget_at)
    values (${digest}, array[${now}::timestamptz], ${until})
    on conflict (digest) do update set
      failed_at = array(
        select moment from unnest(known.failed_at || ${now}::timestamptz) moment
        where moment > ${since} order by moment desc limit ${SLOW_KEPT_MAX}),
      slowed_until = case
        when (select count(*) from unnest(known.failed_at) moment where moment > ${since}) + 1
          >= ${SLOW_FROM_FAILURES}
        then ${until}::timestamptz end,
      forget_at = greatest(known.forget_at, ${until})
    returning slowed_until is not null as "isSlow", exists (
      select from login_failures before
      where before.digest = known.digest and before.slowed_until > ${now}) as "wasSlow"`;
  return row ?? { isSlow: false, wasSlow: false };
}
