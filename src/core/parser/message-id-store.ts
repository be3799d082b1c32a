/** Blocks of numbers for message ids, from one sequence that all processes share. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { NumberBlocks } from "./message-ids.ts";

export class MessageIdStore implements NumberBlocks {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  get losses(): number {
    return this.#db.losses;
  }

  async takeBlock(): Promise<number> {
    const [row] = await this.#db.rows<{ first: string }>`
      select nextval('parser_message_ids') as first`;
    if (row === undefined) throw new Error("The sequence parser_message_ids returned no number.");
    return Number(row.first);
  }
}
