/**
 * What the database knows about orders of the card host. Every statement is about one account. An
 * attempt that ends while a statement runs is found, because one statement reads both tables.
 */
import { arrayLiteral } from "../../db/arrays.ts";
import type { Database } from "../../db/database.ts";
import type { HostCharge } from "../../ports/host-charge.ts";
import type { AttemptOutcome } from "../payments/attempts/attempt.ts";
import { reversalAttemptId } from "../payments/attempts/attempt-ids.ts";
import type { TransactionType } from "../payments/transaction.ts";

export interface KnownOrder {
  /** Its attempt is open: its outcome is not known yet, or it is being reversed. */
  readonly isOpen: boolean;
  /** How its attempt ended. */
  readonly outcome: AttemptOutcome | undefined;
  /** The amount of the answer. */
  readonly amountCents: number | undefined;
  /** A reversal of the order is open or has ended. */
  readonly isTakenBack: boolean;
}

/** An approved order of ours. */
export interface ApprovedOrder {
  readonly reference: string;
  readonly accountId: string;
  readonly transactionId: string;
  readonly transactionType: TransactionType;
  readonly amountCents: number;
  /** Business time. */
  readonly startedAt: Temporal.Instant;
}

export interface OrderPeriod {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
  /** The oldest transaction id that an order of this time can have. */
  readonly firstId: string;
  /** The named card host that got them. Undefined: the default one. */
  readonly host: string | undefined;
}

interface FoundRow {
  readonly attempt_id: string;
  readonly outcome: AttemptOutcome | null;
  readonly amount_cents: number | null;
}

const PAGE = 2_000;
const FIRST_ATTEMPT = "00000000-0000-0000-0000-000000000000";

export class KnownOrderStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Finds the orders of one account's charges, by reference. */
  async findOrders(
    accountId: string,
    charges: readonly HostCharge[],
  ): Promise<ReadonlyMap<string, KnownOrder>> {
    const references = charges.map(({ reference }) => reference);
    const attempts = arrayLiteral([...references, ...references.map(reversalAttemptId)]);
    const ids = arrayLiteral(charges.map(({ transactionId }) => transactionId));
    const rows = await this.#db.rows<FoundRow>`
      select attempt_id, null as outcome, null::int as amount_cents from open_attempts
      where account_id = ${accountId} and attempt_id = any(${attempts}::uuid[])
      union all
      select attempt_id, outcome, (answer ->> 'amountCents')::int from attempts
      where account_id = ${accountId} and transaction_id = any(${ids}::bigint[])
        and attempt_id = any(${attempts}::uuid[])`;
    const found = new Map(rows.map((row) => [row.attempt_id, row]));
    const known = references.map((reference) => [reference, toKnown(reference, found)] as const);
    return new Map(known.filter(([, order]) => order !== undefined)) as Map<string, KnownOrder>;
  }

  /**
   * The approved card orders of one account that began in a period, in pages. Derived ids belong to
   * reversals that are no orders of their own: their version is 8, the version of an attempt's is 7.
   */
  async *listApprovedOrders(
    accountId: string,
    { from, to, firstId, host }: OrderPeriod,
  ): AsyncGenerator<ApprovedOrder> {
    let [lastId, lastAttempt] = [firstId, FIRST_ATTEMPT];
    for (;;) {
      const rows = await this.#db.rows<ApprovedOrder>`
        select attempt_id as reference, account_id as "accountId",
          lpad(transaction_id::text, 12, '0') as "transactionId",
          transaction_type as "transactionType", (answer ->> 'amountCents')::int as "amountCents",
          started_at as "startedAt"
        from attempts
        where account_id = ${accountId} and started_at >= ${from} and started_at < ${to}
          and (transaction_id, attempt_id) > (${lastId}::bigint, ${lastAttempt}::uuid)
          and transaction_id >= ${lastId} and outcome = 'approved'
          and answer ->> 'tenderType' = 'CARD' and transaction_type <> 'STORE'
          and substr(attempt_id::text, 15, 1) = '7'
          and exists (select from transactions one
            where one.account_id = ${accountId} and one.id = attempts.transaction_id
              and one.card_host is not distinct from ${host ?? null}::text)
        order by transaction_id, attempt_id limit ${PAGE}`;
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return;
      [lastId, lastAttempt] = [last.transactionId, last.reference];
    }
  }

  async listAccountIds(): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`select id from accounts order by id`;
    return rows.map(({ id }) => id);
  }
}

function toKnown(reference: string, found: ReadonlyMap<string, FoundRow>): KnownOrder | undefined {
  const own = found.get(reference);
  const isTakenBack = found.has(reversalAttemptId(reference));
  if (own === undefined && !isTakenBack) return undefined;
  return {
    isOpen: own !== undefined && own.outcome === null,
    outcome: own?.outcome ?? undefined,
    amountCents: own?.amount_cents ?? undefined,
    isTakenBack,
  };
}
