/**
 * Advisory locks that show who uses a data folder. They end with their connection, so a killed
 * process leaves none behind. The process that serves holds OWNER, and commands share GUEST.
 */
import { setTimeout as delay } from "node:timers/promises";
import { Database } from "../../db/database.ts";
import { DatabasePool } from "../../db/database-pool.ts";
import { sql } from "../../db/sql.ts";

const BREAK_PATIENCE_MS = 1_000;

/** One connection that is open until it breaks or is closed. */
export class Session {
  readonly #db: Database;
  readonly ended: Promise<void>;
  readonly #end: () => void;

  constructor(db: Database, ended: Promise<void>, end: () => void) {
    this.#db = db;
    this.#end = end;
    this.ended = ended;
  }

  /** Call it after a failed statement. The end of the connection may arrive after the error. */
  async isBroken(): Promise<boolean> {
    return this.endsWithin(BREAK_PATIENCE_MS);
  }

  async endsWithin(limitMs: number): Promise<boolean> {
    const timer = new AbortController();
    const late = delay(limitMs, false, { signal: timer.signal }).catch(() => false);
    // A remaining timer would keep a finished command from exiting.
    return Promise.race([this.ended.then(() => true), late]).finally(() => timer.abort());
  }

  get db(): Database {
    return this.#db;
  }

  async close(): Promise<void> {
    this.#end();
    await this.ended;
  }
}

const STATEMENT_TIMEOUT_MS = 30_000;

export async function openSession(connectionString: string): Promise<Session> {
  const pool = new DatabasePool({
    connectionString,
    size: 1,
    queueMax: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  const opened = Promise.withResolvers<Session>();
  const held = pool.withClient(async (client) => {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    client.on("error", () => end());
    client.once("end", () => end());
    opened.resolve(new Session(new Database(client), ended, end));
    await ended;
    // Only an error makes the pool close the connection, which releases its locks.
    throw new SessionOver();
  });
  held.catch(opened.reject).finally(() => pool.close());
  return opened.promise;
}

class SessionOver extends Error {}

/** "SIXD", as a number: the first half of each of our advisory locks. */
const SIXDOORS = 0x53_49_58_44;
const OWNER = 1;
const GUEST = 2;

export async function takeOwnerLock({ db }: Session): Promise<boolean> {
  const [row] = await db.rows<{ taken: boolean }>`
    select pg_try_advisory_lock(${SIXDOORS}, ${OWNER}) as taken`;
  return row?.taken === true;
}

/** Returns false while the last command stops the server. */
export async function takeGuestLock({ db }: Session): Promise<boolean> {
  const [row] = await db.rows<{ entered: boolean }>`
    select pg_try_advisory_lock_shared(${SIXDOORS}, ${GUEST}) as entered`;
  return row?.entered === true;
}

/**
 * Returns true if no other process uses the server; from then on none can join. Releases its own
 * lock first, so that of several commands that leave at the same time, the last one succeeds.
 */
export async function lockOutGuests(session: Session): Promise<boolean> {
  const { db } = session;
  await db.rows`select pg_advisory_unlock_all()`;
  const [row] = await db.rows<{ alone: boolean }>`
    select pg_try_advisory_lock(${SIXDOORS}, ${GUEST}) as alone`;
  if (row?.alone === true && (await takeOwnerLock(session))) return true;
  await db.rows`select pg_advisory_unlock_all()`;
  return false;
}

/** Sets the name that other processes see if they find the folder in use. */
export async function nameSession({ db }: Session, name: string): Promise<void> {
  await db.rows`select set_config('application_name', ${name}, false)`;
}

export async function findOwnerName({ db }: Session): Promise<string | undefined> {
  const [owner] = await db.rows<{ application_name: string }>`
    select application_name from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and classid::int8 = ${SIXDOORS} and objid::int8 = ${OWNER} and granted`;
  return owner?.application_name;
}

export async function runningClusterName({ db }: Session): Promise<string | undefined> {
  const [row] = await db.rows<{ name: string }>`select current_setting('cluster_name') as name`;
  return row?.name;
}

/** Ignores an existing database: several first starts may create it at the same time. */
export async function createDatabase({ db }: Session): Promise<void> {
  await db.rows`${sql`create database sixdoors`}`.catch((error: { code?: string }) => {
    if (error.code !== "42P04" && error.code !== "23505") throw error;
  });
}
