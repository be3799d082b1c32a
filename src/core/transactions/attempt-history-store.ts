/** The attempts of a transaction: finished ones with their answers, and ones that are still open. */
import type { Database } from "../../db/database.ts";
import type { Answer } from "../payments/answer.ts";
import type { TransactionType } from "../payments/transaction.ts";

export interface PastAttempt {
  readonly type: TransactionType;
  readonly outcome: "approved" | "declined" | "not_sent" | "reversed";
  readonly startedAt: Temporal.Instant;
  readonly finishedAt: Temporal.Instant;
  readonly answer: Answer;
}

/** An attempt whose outcome is not known yet. */
export interface RunningAttempt {
  readonly transactionId: string;
  readonly originalId: string | null;
  readonly type: TransactionType;
  readonly state: "started" | "unknown" | "reversing";
  readonly startedAt: Temporal.Instant;
  readonly amountCents: number;
  readonly currency: string | null;
  readonly brand: string | null;
  readonly last4: string | null;
  readonly name: string | null;
}

const ATTEMPTS_MAX = 50;

/** Needs the database role of the payment core, which owns the attempts. */
export class AttemptHistoryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findPastAttempts(accountId: string, id: string): Promise<readonly PastAttempt[]> {
    return this.#db.rows<PastAttempt>`
      select transaction_type as type, outcome, started_at as "startedAt",
        finished_at as "finishedAt", answer
      from attempts where account_id = ${accountId} and transaction_id = ${id}
      order by started_at, finished_at, transaction_type = 'CAPTURE' limit ${ATTEMPTS_MAX}`;
  }

  /** Attempts that create or change this transaction. */
  async findRunningAttempts(accountId: string, id: string): Promise<readonly RunningAttempt[]> {
    const rows = await this.listRunningAttempts(accountId);
    return rows.filter((one) => one.transactionId === id || one.originalId === id);
  }

  /** Oldest first. Includes attempts that have just started. */
  async listRunningAttempts(accountId: string): Promise<readonly RunningAttempt[]> {
    return this.#db.rows<RunningAttempt>`
      select lpad(transaction_id::text, 12, '0') as "transactionId",
        lpad(original_id::text, 12, '0') as "originalId", transaction_type as type, state,
        started_at as "startedAt", amount_cents as "amountCents",
        request -> 'columns' ->> 'currency' as currency,
        request -> 'columns' ->> 'card_brand' as brand, request -> 'columns' ->> 'last4' as last4,
        nullif(concat_ws(' ', request -> 'columns' ->> 'first_name',
          request -> 'columns' ->> 'last_name'), '') as name
      from open_attempts where account_id = ${accountId}
      order by started_at limit ${ATTEMPTS_MAX}`;
  }
}
