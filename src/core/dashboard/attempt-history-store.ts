/** What was asked of one transaction and what came of it, and what is still under way. */
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

/** Nobody can tell yet how it ends. */
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

const MOST = 50;

/** Attempts are the payment core's own: it works under that role. */
export class AttemptHistoryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async past(accountId: string, id: string): Promise<readonly PastAttempt[]> {
    return this.#db.rows<PastAttempt>`
      select transaction_type as type, outcome, started_at as "startedAt",
        finished_at as "finishedAt", answer
      from attempts where account_id = ${accountId} and transaction_id = ${id}
      order by started_at, finished_at, transaction_type = 'CAPTURE' limit ${MOST}`;
  }

  /** On this transaction itself, or changing it. */
  async running(accountId: string, id: string): Promise<readonly RunningAttempt[]> {
    const rows = await this.all(accountId);
    return rows.filter((one) => one.transactionId === id || one.originalId === id);
  }

  /** The oldest first. What has only just begun is among them. */
  async all(accountId: string): Promise<readonly RunningAttempt[]> {
    return this.#db.rows<RunningAttempt>`
      select lpad(transaction_id::text, 12, '0') as "transactionId",
        lpad(original_id::text, 12, '0') as "originalId", transaction_type as type, state,
        started_at as "startedAt", amount_cents as "amountCents",
        request -> 'columns' ->> 'currency' as currency,
        request -> 'columns' ->> 'card_brand' as brand, request -> 'columns' ->> 'last4' as last4,
        nullif(concat_ws(' ', request -> 'columns' ->> 'first_name',
          request -> 'columns' ->> 'last_name'), '') as name
      from open_attempts where account_id = ${accountId}
      order by started_at limit ${MOST}`;
  }
}
