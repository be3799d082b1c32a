/**
 * Whose turn it is to wait for a session lock, within one process. A lock takes a connection of the
 * pool for as long as it is waited for and held, and the work under it needs another one. So at most
 * half of the connections are for locks, and those who want the same lock wait here, without one.
 */
import type { DatabasePool } from "./database-pool.ts";
import { DatabaseBusy } from "./server-errors.ts";

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

  /** Runs work once no other of this key runs and there is room for it. */
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
      throw new DatabaseBusy(`${WAITING_MAX} already wait for a lock`);
    }
    return new Promise((resolve) => {
      this.#waiting.push({ key, start: resolve });
      this.#startNext();
    });
  }

  /** In the order in which they came, but nobody waits for another key's turn. */
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
