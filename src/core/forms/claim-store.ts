/** Stores which transaction id a form page pays with, and reads the state of that transaction. */
import type { DatabasePool } from "../../db/database-pool.ts";
import type { Cents } from "../../values/money.ts";
import type { TransactionState } from "../payments/transaction.ts";

export interface FormClaim {
  readonly accountId: string;
  readonly nonce: string;
  readonly transactionId: string;
  readonly claimedAt: Temporal.Instant;
}

export interface PaymentState {
  readonly state: TransactionState;
  readonly amountCents: Cents;
  readonly refundedCents: Cents;
}

export class FormClaimStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  async findClaimedId(accountId: string, nonce: string): Promise<string | undefined> {
    const [row] = await this.#db.rows<{ id: string }>`
      select transaction_id as id from form_claims
      where account_id = ${accountId} and nonce = ${nonce}`;
    return row?.id;
  }

  /** The first claim of a nonce issues its id. Later and simultaneous ones get that id as well. */
  async claim({ accountId, nonce, transactionId, claimedAt }: FormClaim): Promise<string> {
    await this.#db.atomically(async (db) => {
      const claimed = await db.count`
        insert into form_claims (account_id, nonce, transaction_id, claimed_at)
        values (${accountId}, ${nonce}, ${transactionId}, ${claimedAt})
        on conflict (account_id, nonce) do nothing`;
      if (claimed === 0) return;
      await db.rows`
        insert into issued_ids (account_id, id, issued_at)
        values (${accountId}, ${transactionId}, ${claimedAt})`;
    });
    const id = await this.findClaimedId(accountId, nonce);
    if (id === undefined) throw new Error("the transaction id of a form page was not stored");
    return id;
  }

  async findPaymentState(accountId: string, id: string): Promise<PaymentState | undefined> {
    const [row] = await this.#db.rows<PaymentState>`
      select state, amount_cents as "amountCents", refunded_cents as "refundedCents"
      from transactions where account_id = ${accountId} and id = ${id}`;
    return row;
  }
}
