/**
 * The queue for session locks within one process. Waiting for a lock and holding it takes one
 * connection of the pool, and the work under the lock needs another. So locks use at most half of
 * the connections, and callers that want the same lock wait here, without a connection.
 */
import type { DatabasePool } from "../database-pool.ts";
import { DatabaseBusy } from "../server-errors.ts";

const WAITING_MAX = 1_000;

interface Waiting {
  readonly key: string;
  readonly start: () => void;
}

export class LockTurns {
  readonly #atOnceMax: number;
  readonly #running = new Set<string>();
  #waiting: Waiting[] = [];

  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
  }

  /** Runs work when no other work with this key runs and the limit allows it. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    await this.#turn(key);
    try {
      return await work();
    } finally {
      this.#running.delete(key);
      this.#startNext();
    }
  }

  #turn(key: string): Promise<void> {
    if (this.#waiting.length >= WAITING_MAX) {
      throw new DatabaseBusy(`${WAITING_MAX} callers already wait for a lock`);
    }
    return new Promise((resolve) => {
      this.#waiting.push({ key, start: resolve });
      this.#startNext();
    });
  }

  /** Starts waiting work in its order, but work of one key does not wait for another key. */
  #startNext(): void {
    this.#waiting = this.#waiting.filter(({ key, start }) => {
      if (this.#running.has(key) || this.#running.size >= this.#atOnceMax) return true;
      this.#running.add(key);
      start();
      return false;
    });
  }
}

const TURNS = new WeakMap<DatabasePool, LockTurns>();

export function lockTurns(pool: DatabasePool): LockTurns {
  return TURNS.getOrInsertComputed(
    pool,
    () => new LockTurns(Math.max(1, Math.floor(pool.size / 2))),
  );
}
