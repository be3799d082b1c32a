/**
 * Counts failed logins across processes. An attempt is booked before the password is looked at and
 * cancelled when it was right: however many come at once, no more than the limit are ever judged.
 */
import type { Database, DatabasePool } from "../../db/database.ts";

export interface LoginOrigin {
  readonly address: string;
  readonly emailDigest: Uint8Array;
}

const WINDOW = Temporal.Duration.from({ minutes: 15 });
const FAILURES_MAX_PER_EMAIL = 10;
const FAILURES_MAX_PER_ADDRESS = 100;
const SWEPT_AT_ONCE_MAX = 200;

export class LoginAttemptsStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** The booked attempt's id, or undefined when too many failed before it. */
  async book(origin: LoginOrigin, now: Temporal.Instant): Promise<string | undefined> {
    const since = now.subtract(WINDOW);
    return this.#db.atomically(async (db) => {
      // A statement of its own: the counts below must be taken after the lock, not before.
      await db.rows`
        select pg_advisory_xact_lock(hashtextextended('till login ' || ${origin.address}, 0))`;
      await sweep(db, since);
      return insertBelowLimits(db, origin, { now, since });
    });
  }

  async cancel(id: string): Promise<void> {
    await this.#db.rows`delete from till_login_attempts where id = ${id}`;
  }
}

async function insertBelowLimits(
  db: Database,
  { address, emailDigest }: LoginOrigin,
  { now, since }: { now: Temporal.Instant; since: Temporal.Instant },
): Promise<string | undefined> {
  const [row] = await db.rows<{ id: string }>`
    with recent as (
      select count(*) as of_address, count(*) filter (where email_digest = ${emailDigest}) as of_email
      from till_login_attempts
      where address = ${address} and attempted_at > ${since}
    )
    insert into till_login_attempts (address, email_digest, attempted_at)
    select ${address}, ${emailDigest}, ${now}
    from recent
    where of_address < ${FAILURES_MAX_PER_ADDRESS} and of_email < ${FAILURES_MAX_PER_EMAIL}
    returning id`;
  return row?.id;
}

/** A few old rows with every attempt: no job is needed, and no attempt waits for another's sweep. */
async function sweep(db: Database, since: Temporal.Instant): Promise<void> {
  await db.rows`
    delete from till_login_attempts where id in (
      select id from till_login_attempts
      where attempted_at <= ${since}
      order by attempted_at limit ${SWEPT_AT_ONCE_MAX}
      for update skip locked)`;
}
