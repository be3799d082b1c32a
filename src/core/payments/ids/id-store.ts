/** Ids: an account's counters, and the ids that were handed out in advance. */
import type { Database } from "../../../db/database.ts";
import type { CounterStore } from "./id-source.ts";

export class IdStore implements CounterStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async takeCounters(accountId: string, month: number, size: number): Promise<number> {
    const [row] = await this.#db.rows<{ first: string }>`
      insert into id_counters as counter (account_id, month, next_counter)
      values (${accountId}, ${month}, 1 + ${size}::int)
      on conflict (account_id, month)
        do update set next_counter = counter.next_counter + ${size}::int
      returning next_counter - ${size}::int as first`;
    return Number(row?.first);
  }

  async issue(accountId: string, id: string, now: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      insert into issued_ids (account_id, id, issued_at) values (${accountId}, ${id}, ${now})`;
  }

  /** Whether it was handed out, and nothing was begun with it so far. */
  async isIssued(accountId: string, id: string): Promise<boolean> {
    const issued = await this.#db.rows`
      select from issued_ids where account_id = ${accountId} and id = ${id}`;
    return issued.length > 0;
  }

  /** From then on nothing can be begun with it. */
  async withdraw(accountId: string, id: string): Promise<void> {
    await this.#db.rows`
      delete from issued_ids where account_id = ${accountId} and id = ${id}`;
  }
}
