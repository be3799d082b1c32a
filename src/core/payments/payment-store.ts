/**
 * Every statement of the payment tables. The database is the referee: an id is spent by a delete
 * and an insert in one statement, never by looking first.
 */
import type { Database } from "../../db/database.ts";
import type { Cents } from "../../values/money.ts";
import type { CounterStore } from "./id-source.ts";
import { IN_PROGRESS, type Transaction, type TransactionState } from "./transaction.ts";

/** What a request says of the customer and the order, by column. Never card or bank data. */
export type Details = Readonly<Record<string, string | undefined>>;

export interface NewAttempt {
  readonly accountId: string;
  readonly attemptId: string;
  readonly transactionId: string;
  /** The id was handed out in advance, so it must be on the list of those. */
  readonly idWasIssued: boolean;
  readonly transactionType: "SALE" | "AUTHORIZATION";
  readonly amount: Cents;
  readonly currency: string;
  readonly cardBrand: string;
  readonly last4: string;
  readonly cardExpiration: string;
  readonly details: Details;
  readonly fingerprint: Uint8Array;
  readonly startedAt: Temporal.Instant;
  readonly leaseUntil: Temporal.Instant;
}

export interface Finish {
  readonly state: TransactionState;
  readonly outcome: "approved" | "declined" | "not_sent";
  readonly amount: Cents;
  readonly message: string;
  readonly authorizationCode: string | undefined;
  readonly avsResponse: string | undefined;
  readonly cvvResponse: string | undefined;
  readonly finishedAt: Temporal.Instant;
}

interface TransactionRow {
  readonly id: string;
  readonly state: TransactionState;
  readonly is_approved: boolean;
  readonly authorised_at: Temporal.Instant;
  readonly message: string;
  readonly amount_cents: number;
  readonly cashier: string | null;
}

export class PaymentStore implements CounterStore {
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

  /** Spends the id and writes that the attempt has begun. False: the id cannot be spent. */
  async start(attempt: NewAttempt): Promise<boolean> {
    const request = {
      ...attempt.details,
      currency: attempt.currency,
      card_brand: attempt.cardBrand,
      last4: attempt.last4,
      card_expiration: attempt.cardExpiration,
    };
    const started = await this.#db.count`
      with spent as (
        delete from issued_ids
        where account_id = ${attempt.accountId} and id = ${attempt.transactionId}
        returning id
      )
      insert into open_attempts (account_id, attempt_id, transaction_id, transaction_type,
        amount_cents, fingerprint, request, started_at, lease_until)
      select ${attempt.accountId}, ${attempt.attemptId}, ${attempt.transactionId},
        ${attempt.transactionType}, ${attempt.amount}, ${attempt.fingerprint}, ${request},
        ${attempt.startedAt}, ${attempt.leaseUntil}
      where not ${attempt.idWasIssued} or exists (select from spent)
      on conflict do nothing`;
    return started === 1;
  }

  /** The outside gave no answer: what became of it must be asked for. */
  async markUnknown(attempt: NewAttempt): Promise<void> {
    await this.#db.rows`
      update open_attempts set state = 'unknown'
      where account_id = ${attempt.accountId} and attempt_id = ${attempt.attemptId}`;
  }

  /** Closes the attempt and writes the transaction, in one statement. */
  async finish(attempt: NewAttempt, finish: Finish): Promise<void> {
    const answer = { message: finish.message };
    await this.#db.rows`
      with closed as (
        delete from open_attempts
        where account_id = ${attempt.accountId} and attempt_id = ${attempt.attemptId}
        returning *
      ), kept as (
        insert into attempts (account_id, transaction_id, attempt_id, transaction_type, outcome,
          fingerprint, answer, started_at, finished_at)
        select account_id, transaction_id, attempt_id, transaction_type, ${finish.outcome},
          fingerprint, ${answer}::jsonb, started_at, ${finish.finishedAt}
        from closed
      )
      insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
        is_approved, authorised_at, amount_cents, request_amount_cents, message,
        authorization_code, avs_response, cvv2_response, entry_mode, currency, card_brand, last4,
        card_expiration, first_name, last_name, company, street_address1, street_address2, city,
        state_province, zip, country, phone, email, ip_address, cashier, custom_id, custom_data,
        description, transaction_group, input_group, invoice_entry)
      select account_id, transaction_id, attempt_id, transaction_type, 'CARD', ${finish.state},
        ${finish.outcome === "approved"}, started_at, ${finish.amount}::int, amount_cents,
        ${finish.message}, ${finish.authorizationCode}, ${finish.avsResponse},
        ${finish.cvvResponse}, 'KEYED', said.*
      from closed, jsonb_to_record(request) as said (currency text, card_brand text, last4 text,
        card_expiration text, first_name text, last_name text, company text, street_address1 text,
        street_address2 text, city text, state_province text, zip text, country text, phone text,
        email text, ip_address text, cashier text, custom_id text, custom_data text,
        description text, transaction_group text, input_group text, invoice_entry text)`;
  }

  async find(accountId: string, id: string): Promise<Transaction | undefined> {
    const [row] = await this.#db.rows<TransactionRow>`
      select id, state, is_approved, authorised_at, message, amount_cents, cashier
      from transactions where account_id = ${accountId} and id = ${id}
      union all
      select transaction_id, state, false, started_at, ${IN_PROGRESS}, amount_cents,
        request->>'cashier'
      from open_attempts where account_id = ${accountId} and transaction_id = ${id}`;
    return row && toTransaction(row);
  }
}

function toTransaction(row: TransactionRow): Transaction {
  return {
    id: row.id.padStart(12, "0"),
    state: row.state,
    isApproved: row.is_approved,
    authorisedAt: row.authorised_at,
    message: row.message,
    amount: row.amount_cents as Cents,
    cashier: row.cashier ?? undefined,
  };
}
