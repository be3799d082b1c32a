/** Counts and lists open attempts by age, for monitoring. */
import type { Database } from "../../../db/database.ts";
import type { TransactionType } from "../transaction.ts";
import type { OpenState } from "./open-attempt-store.ts";

export interface WaitingAttempt {
  readonly accountId: string;
  readonly accountName: string | null;
  readonly transactionId: string;
  readonly transactionType: TransactionType;
  readonly state: OpenState;
  readonly amountCents: number;
  /** Null if neither the request nor the account is known. */
  readonly currency: string | null;
  readonly startedAt: Temporal.Instant;
  /** When reconcile asks the card host for its outcome. */
  readonly askAt: Temporal.Instant;
  readonly asked: number;
}

/** How many are younger than a minute, an hour and a day, and how many are older. */
export interface AttemptAges {
  readonly minute: number;
  readonly hour: number;
  readonly day: number;
  readonly older: number;
}

const NONE: AttemptAges = { minute: 0, hour: 0, day: 0, older: 0 };

export class AttemptAgeStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async countByAge(now: Temporal.Instant): Promise<AttemptAges> {
    const [minute, hour, day] = [{ minutes: 1 }, { hours: 1 }, { hours: 24 }].map((span) =>
      now.subtract(span),
    );
    const [row] = await this.#db.rows<AttemptAges>`
      select count(*) filter (where started_at >= ${minute})::int as minute,
        count(*) filter (where started_at < ${minute} and started_at >= ${hour})::int as hour,
        count(*) filter (where started_at < ${hour} and started_at >= ${day})::int as day,
        count(*) filter (where started_at < ${day})::int as older
      from open_attempts`;
    return row ?? NONE;
  }

  /** The oldest first. */
  listOldest(atMost: number): Promise<WaitingAttempt[]> {
    return this.#db.rows<WaitingAttempt>`
      select open.account_id as "accountId", account.name as "accountName",
        lpad(open.transaction_id::text, 12, '0') as "transactionId",
        open.transaction_type as "transactionType", open.state,
        open.amount_cents as "amountCents",
        coalesce(open.request -> 'columns' ->> 'currency', account.currency) as currency,
        open.started_at as "startedAt",
        open.lease_until as "askAt", open.asked
      from open_attempts open left join accounts account on account.id = open.account_id
      order by open.started_at limit ${atMost}`;
  }
}
