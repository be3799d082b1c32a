/**
 * A pool of connections that is replaced when its server is read-only. After a failover, the old
 * connections still lead to a server that can no longer write.
 */
import type pg from "pg";
import { isReadOnlyError } from "./server-errors.ts";

/** The shortest time between two replacements, for a server that stays read-only. */
const RENEW_AFTER_MS = 1_000;

export class RenewablePool {
  readonly #open: () => pg.Pool;
  #current: pg.Pool;
  #openedMs = Number.NEGATIVE_INFINITY;

  constructor(open: () => pg.Pool) {
    this.#open = open;
    this.#current = this.#watched();
  }

  get current(): pg.Pool {
    return this.#current;
  }

  async end(): Promise<void> {
    await this.#current.end();
  }

  #watched(): pg.Pool {
    const pool = this.#open();
    // The pool gets the error of a connection when the connection is released.
    pool.on("release", (error) => {
      if (pool === this.#current && isReadOnlyError(error)) this.#renew();
    });
    return pool;
  }

  #renew(): void {
    if (performance.now() - this.#openedMs < RENEW_AFTER_MS) return;
    const old = this.#current;
    this.#openedMs = performance.now();
    this.#current = this.#watched();
    endWhenNobodyWaits(old);
  }
}

/** Ending a pool too early would leave callers waiting for a connection until their timeout. */
function endWhenNobodyWaits(pool: pg.Pool): void {
  const endIfIdle = () => {
    if (pool.waitingCount > 0 || pool.ending) return;
    pool.end().catch(() => {});
  };
  pool.on("release", () => setImmediate(endIfIdle));
  endIfIdle();
}
