/**
 * Hands out trace numbers for orders to ISO 8583 hosts, from 1 to 999999 and then from 1 again. A
 * process takes blocks from a sequence of the database, so that processes do not use the same numbers.
 * It drops its block after a lost connection: the server that took over may give it to another process.
 */
import type { Database } from "../../../db/database.ts";
import { TRACE_NUMBER_MAX } from "../../../values/order-reference.ts";

/** As the sequence counts (migration 0052). */
const BLOCK = 100;

export class TraceSource {
  readonly #db: Database;
  readonly #connectionLosses: () => number;
  #next = 0;
  #end = 0;
  /** How many connections had been lost when the block was asked for. */
  #losses = 0;
  #fetch: Promise<void> | undefined;

  constructor(db: Database, connectionLosses: () => number = () => 0) {
    this.#db = db;
    this.#connectionLosses = connectionLosses;
  }

  async next(): Promise<number> {
    while (this.#next >= this.#end || this.#losses !== this.#connectionLosses()) {
      // Everyone who finds the block used up waits for the same new one.
      this.#fetch ??= this.#takeBlock().finally(() => {
        this.#fetch = undefined;
      });
      await this.#fetch;
    }
    return this.#next++;
  }

  async #takeBlock(): Promise<void> {
    this.#losses = this.#connectionLosses();
    const [row] = await this.#db.rows<{ first: string }>`
      select nextval('trace_numbers') as first`;
    this.#next = Number(row?.first);
    this.#end = Math.min(this.#next + BLOCK, TRACE_NUMBER_MAX + 1);
  }
}
