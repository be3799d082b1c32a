/**
 * Watches the database from a connection of its own, so that a busy pool does not look like a
 * lost database, and a lost one is noticed within two seconds.
 */
import { clearTimeout, setTimeout } from "node:timers";
import { Database } from "../db/database.ts";
import type { DatabasePool } from "../db/database-pool.ts";
import type { Readiness, ReadinessState } from "../ports/readiness.ts";

const EVERY_MS = 400;
const ANSWER_WITHIN_MS = 1_000;

export class DatabaseProbe implements Readiness {
  readonly #db: DatabasePool;
  #state: ReadinessState = "starting";
  #timer: NodeJS.Timeout | undefined;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  state(): ReadinessState {
    return this.#state;
  }

  /** Looks once, then goes on looking until it is closed. */
  async start(): Promise<void> {
    await this.#look();
  }

  /** From now on nothing new is wanted, whatever the database says. */
  drain(): void {
    this.#state = "shutting down";
  }

  async close(): Promise<void> {
    this.drain();
    clearTimeout(this.#timer);
    await this.#db.close();
  }

  async #look(): Promise<void> {
    const found = await this.#answers();
    if (this.#state === "shutting down") return;
    this.#state = found ? "ready" : "database away";
    this.#timer = setTimeout(() => void this.#look(), EVERY_MS).unref();
  }

  async #answers(): Promise<boolean> {
    const answer = this.#ask().then(
      () => true,
      () => false,
    );
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), ANSWER_WITHIN_MS).unref();
    });
    const found = await Promise.race([answer, silence]);
    clearTimeout(timer);
    return found;
  }

  /** A connection that stays silent is given up, so that the next look is made on a new one. */
  async #ask(): Promise<void> {
    await this.#db.withClient((client) => new Database(client, ANSWER_WITHIN_MS).rows`select 1`);
  }
}
