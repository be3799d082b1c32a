/**
 * Hands out trace numbers for orders to ISO 8583 hosts, from 1 to 999999 and then from 1 again. A
 * process takes blocks from a sequence of the database, so that processes do not use the same numbers.
 */
import type { Database } from "../../../db/database.ts";
import { TRACE_NUMBER_MAX } from "../../../values/order-reference.ts";

/** As the sequence counts (migration 0052). */
const BLOCK = 100;

export class TraceSource {
  readonly #db: Database;
  #next = 0;
  #end = 0;
  #fetch: Promise<void> | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  async next(): Promise<number> {
    while (this.#next >= this.#end) {
      // Everyone who finds the block used up waits for the same new one.
      this.#fetch ??= this.#takeBlock().finally(() => {
        this.#fetch = undefined;
      });
      await this.#fetch;
    }
    return this.#next++;
  }

  async #takeBlock(): Promise<void> {
    const [row] = await this.#db.rows<{ first: string }>`
      select nextval('trace_numbers') as first`;
    this.#next = Number(row?.first);
    this.#end = Math.min(this.#next + BLOCK, TRACE_NUMBER_MAX + 1);
  }
}
