/**
 * An advisory lock that one database session holds while work runs on other connections. It saves
 * processes from doing the same work at the same time. It does not guarantee it: the lock ends with
 * its session, possibly while the work continues. Work that must happen only once also needs a
 * conditional statement.
 */
import type pg from "pg";
import { Database } from "../database.ts";
import type { DatabasePool } from "../database-pool.ts";
import { requireCoordinator } from "../sharding/coordinator.ts";
import { ADVISORY_LOCKS, type LockName } from "./advisory-locks.ts";
import { lockTurns } from "./lock-turns.ts";

/** If the server takes longer to answer on the lock's session, the lock counts as lost. */
const CONFIRM = { answerWithinMs: 10_000 };

export interface LockKey {
  readonly name: LockName;
  /** Identifies one of several locks, such as the name of a bank connection. */
  readonly text: string;
  /** What is locked, for error messages. */
  readonly subject: string;
}

export interface HeldLock {
  /**
   * Throws LockLost unless the lock is still held. Call it before every step outside the database.
   */
  confirm(): Promise<void>;
}

/** The work must stop: another process may hold the lock by now. */
export class LockLost extends Error {
  override readonly name = "LockLost";

  constructor(subject: string, cause: unknown) {
    super(
      `The lock on ${subject} was lost with its database connection. ` +
        "This process stops; the next one that gets the lock continues the work.",
      { cause },
    );
  }
}

/** Waits for the lock, first within this process and then among all, and runs work. */
export function withSessionLock<Result>(
  pool: DatabasePool,
  key: LockKey,
  work: (lock: HeldLock) => Promise<Result>,
): Promise<Result> {
  requireCoordinator(pool, `the lock on ${key.subject}`);
  return lockTurns(pool).run(`${key.name} ${key.text}`, () => runLocked(pool, key, work));
}

async function runLocked<Result>(
  pool: DatabasePool,
  key: LockKey,
  work: (lock: HeldLock) => Promise<Result>,
): Promise<Result> {
  const done: Result[] = [];
  const run = pool.withClient(async (client) => {
    const lock = new SessionLock(client, key, pool.answerWithinMs);
    try {
      await lock.take();
      done.push(await lock.run(work));
      await lock.release();
    } finally {
      lock.stopListening();
    }
  });
  // Finished work counts, even if the lock was lost before it could be released.
  await run.catch((error: unknown) => {
    if (done.length === 0) throw error;
  });
  return done[0] as Result;
}

class SessionLock implements HeldLock {
  readonly #client: pg.PoolClient;
  readonly #key: LockKey;
  readonly #takeWithinMs: number;
  #lostBy: Error | undefined;
  readonly #onLoss = (error?: Error) => {
    this.#lostBy ??= error ?? new Error("the database connection has ended");
  };

  constructor(client: pg.PoolClient, key: LockKey, takeWithinMs: number) {
    this.#client = client;
    this.#key = key;
    this.#takeWithinMs = takeWithinMs;
    client.on("error", this.#onLoss);
    client.on("end", this.#onLoss);
  }

  /** Has a timeout, because a server that disappeared would never answer. */
  async take(): Promise<void> {
    const { name, text } = this.#key;
    await new Database(this.#client, { answerWithinMs: this.#takeWithinMs }).rows`
      select pg_advisory_lock(${ADVISORY_LOCKS[name].number}, hashtext(${text}))`;
  }

  async run<Result>(work: (lock: HeldLock) => Promise<Result>): Promise<Result> {
    try {
      return await work(this);
    } catch (error) {
      // An error after the loss is usually a consequence of it, so the loss is reported.
      if (this.#lostBy === undefined || error instanceof LockLost) throw error;
      throw new LockLost(this.#key.subject, error);
    }
  }

  async confirm(): Promise<void> {
    try {
      if (this.#lostBy !== undefined) throw this.#lostBy;
      await new Database(this.#client, CONFIRM).rows`select`;
    } catch (error) {
      throw new LockLost(this.#key.subject, error);
    }
  }

  async release(): Promise<void> {
    const { name, text } = this.#key;
    await new Database(this.#client, CONFIRM).rows`
      select pg_advisory_unlock(${ADVISORY_LOCKS[name].number}, hashtext(${text}))`;
  }

  stopListening(): void {
    this.#client.off("error", this.#onLoss);
    this.#client.off("end", this.#onLoss);
  }
}
