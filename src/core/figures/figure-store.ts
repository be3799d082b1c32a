/** Counts for metrics. Each one reads an index. */
import type { Database } from "../../db/database.ts";
import { sql } from "../../db/sql.ts";

const NOT_ON_HOLD = sql`not exists (
  select from purges where work = name and held_at is not null and allowed_at is null)`;

export class FigureStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  countOpenAttempts(): Promise<number> {
    return this.#number(this.#db.rows`select count(*) as number from open_attempts`);
  }

  /** How long the oldest payment without a known result has been open. */
  findOldestAttemptSeconds(now: Temporal.Instant): Promise<number> {
    return this.#number(this.#db.rows`
      select coalesce(greatest(extract(epoch from ${now}::timestamptz - min(started_at)), 0), 0)
        as number
      from open_attempts`);
  }

  countWaitingEvents(): Promise<number> {
    return this.#number(this.#db.rows`
      select count(*) as number from outbox where delivered_at is null and set_aside_at is null`);
  }

  /** How late the oldest due event is. */
  findOutboxLagSeconds(now: Temporal.Instant): Promise<number> {
    return this.#number(this.#db.rows`
      select coalesce(extract(epoch from ${now}::timestamptz - min(due_at)), 0) as number
      from outbox
      where delivered_at is null and set_aside_at is null and due_at <= ${now}`);
  }

  /** A purge on hold has not failed: an operator must approve it. */
  countFailingWork(): Promise<number> {
    return this.#number(this.#db.rows`
      select count(*) as number from business_work where failures > 0 and ${NOT_ON_HOLD}`);
  }

  /** How late the scheduled work is that should have run first, without purges on hold. */
  findWorkLatenessSeconds(now: Temporal.Instant): Promise<number> {
    return this.#number(this.#db.rows`
      select coalesce(greatest(extract(epoch from ${now}::timestamptz - min(due_at)), 0), 0)
        as number
      from business_work where ${NOT_ON_HOLD}`);
  }

  findMasterKeyAgeDays(now: Temporal.Instant): Promise<number> {
    return this.#number(this.#db.rows`
      select extract(epoch from ${now}::timestamptz - created_at) / 86400 as number
      from master_keys where is_current`);
  }

  findDataKeyAgeDays(now: Temporal.Instant): Promise<number> {
    return this.#number(this.#db.rows`
      select extract(epoch from ${now}::timestamptz - max(created_at)) / 86400 as number
      from data_keys where purpose = 'seal' and retired_at is null`);
  }

  countHeldPurges(): Promise<number> {
    return this.#number(this.#db.rows`
      select count(*) as number from purges where held_at is not null and allowed_at is null`);
  }

  countFailingBanks(): Promise<number> {
    return this.#number(this.#db.rows`
      select count(*) as number from bank_states where error is not null`);
  }

  async #number(rows: Promise<{ readonly number: string }[]>): Promise<number> {
    return Number((await rows)[0]?.number ?? 0);
  }
}
