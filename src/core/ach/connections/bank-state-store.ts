/** What the last exchange with each bank came to, for operators and readiness. */
import type { Database } from "../../../db/database.ts";

export interface BankState {
  readonly connection: string;
  readonly exchangedAt: Temporal.Instant;
  /** Null: the last exchange was fine. */
  readonly failingSince: Temporal.Instant | null;
  readonly error: string | null;
}

const ERROR_MAX = 1_000;

export class BankStateStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async listBankStates(): Promise<readonly BankState[]> {
    return this.#db.rows<BankState>`
      select connection, exchanged_at as "exchangedAt", failing_since as "failingSince", error
      from bank_states order by connection`;
  }

  async listFailingBanks(): Promise<readonly BankState[]> {
    const states = await this.listBankStates();
    return states.filter(({ error }) => error !== null);
  }

  /** By the wall clock. Several processes may exchange with one bank; the last one decides. */
  async recordExchange(
    connection: string,
    at: Temporal.Instant,
    error: string | undefined,
  ): Promise<void> {
    const [since, text] = error === undefined ? [null, null] : [at, storableText(error)];
    await this.#db.rows`
      insert into bank_states as state (connection, exchanged_at, failing_since, error)
      values (${connection}, ${at}, ${since}, ${text})
      on conflict (connection) do update set exchanged_at = excluded.exchanged_at,
        error = excluded.error,
        failing_since = case when excluded.error is null then null
          else coalesce(state.failing_since, excluded.failing_since) end`;
  }
}

/** Servers write the texts of their errors, and the database refuses NUL characters. */
function storableText(error: string): string {
  return error.replaceAll("\0", "\u{FFFD}").slice(0, ERROR_MAX);
}
