/**
 * Begins attempts that change another transaction: captures, refunds and reversals. One database
 * transaction locks the original, reserves the amount and stores the attempt.
 */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { sql } from "../../../db/sql.ts";
import { Statement } from "../../../db/statements/statement.ts";
import type { Cents } from "../../../values/money.ts";
import type { Refusal } from "../answer.ts";
import type { NewAttempt } from "../attempts/attempt.ts";
import { claimGuard } from "../attempts/duplicate-guard-store.ts";
import { RequestClaimStore } from "../attempts/request-claim-store.ts";
import type { DraftTransaction } from "../payment-details.ts";
import type { TransactionState, TransactionType } from "../transaction.ts";
import { HOLDER_VALUES, PURCHASE_VALUES, selectJson } from "../transaction-columns-sql.ts";
import type { Judgment, Reservation } from "./judge-change.ts";
import type { Original } from "./original.ts";

export type Begun =
  | { readonly kind: "begun"; readonly attempt: NewAttempt["attempt"] }
  /** The id or the key was used before, or the id was never issued. */
  | { readonly kind: "not_first" }
  | {
      readonly kind: "refused";
      readonly why: Refusal;
      readonly firstTransactionId?: string | undefined;
    };

export interface ChangeStart {
  readonly accountId: string;
  readonly originalId: string;
  readonly claimed: Pick<NewAttempt, "attempt" | "claim">;
  readonly judge: (original: Original) => Judgment;
  /** Completes the attempt with values of the original. */
  readonly complete: (original: Original, reservation: Reservation) => NewAttempt;
}

interface OriginalRow {
  readonly id: string;
  readonly attempt_id: string;
  readonly transaction_type: TransactionType;
  readonly state: TransactionState;
  readonly is_batched: boolean;
  readonly amount_cents: number;
  readonly refunded_cents: number;
  readonly authorized_at: Temporal.Instant;
  readonly authorization_code: string | null;
  readonly original_id: string | null;
  readonly draft: DraftTransaction;
}

/** Thrown to roll back the database transaction, with the outcome to return. */
class RolledBack extends Error {
  readonly begun: Begun;

  constructor(begun: Begun) {
    super("the change was rolled back");
    this.begun = begun;
  }
}

export class ChangeStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  async start(change: ChangeStart, oldestIssuedId: Temporal.Instant): Promise<Begun> {
    return this.#beginChecked(change.claimed.attempt, async (db) => {
      const claims = new RequestClaimStore(db);
      await spendClaims(db, change.claimed, oldestIssuedId);
      const original = await lockOriginal(db, change.accountId, change.originalId);
      if (original === undefined) throw refused("token_not_fit");
      const judgment = change.judge(original);
      if (judgment.kind === "refused") throw refused(judgment.why);
      const begun = change.complete(original, judgment.reservation);
      await reserve(db, change, judgment.reservation);
      if (!(await claims.writeAttempt(begun))) throw refused("token_not_fit");
      return { kind: "begun", attempt: begun.attempt };
    });
  }

  /** A new transaction that claims an id, a key and a guard, or some of them. */
  startNew(begun: NewAttempt, oldestIssuedId: Temporal.Instant): Promise<Begun> {
    return this.#beginChecked(begun.attempt, async (db) => {
      await spendClaims(db, begun, oldestIssuedId);
      await new RequestClaimStore(db).writeAttempt(begun);
      return { kind: "begun", attempt: begun.attempt };
    });
  }

  /** Refuses a new transaction unless its id or key was used before. Nothing is stored or spent. */
  refuseNew(begun: NewAttempt, why: Refusal, oldestIssuedId: Temporal.Instant): Promise<Begun> {
    return this.#beginChecked(begun.attempt, async (db) => {
      // A request with the same id or key that is being stored decides first.
      await spendClaims(db, begun, oldestIssuedId);
      throw refused(why);
    });
  }

  /** If the connection breaks during the commit, the stored attempt shows whether it succeeded. */
  async #beginChecked(
    attempt: NewAttempt["attempt"],
    begin: (db: Database) => Promise<Begun>,
  ): Promise<Begun> {
    let begun: Begun | undefined;
    try {
      return await this.#db.atomically(async (db) => {
        begun = await begin(db);
        return begun;
      });
    } catch (error) {
      if (error instanceof RolledBack) return error.begun;
      if (begun !== undefined && (await new RequestClaimStore(this.#db).isOpen(attempt)))
        return begun;
      throw error;
    }
  }
}

/**
 * Spends the id, the key and the guard against duplicates that an attempt claims: all of them, or none.
 * The guard comes last, so a repetition is not refused as a duplicate of itself.
 */
async function spendClaims(
  db: Database,
  claimed: ChangeStart["claimed"],
  oldestIssuedId: Temporal.Instant,
): Promise<void> {
  if (!(await new RequestClaimStore(db).spendClaim(claimed, oldestIssuedId)))
    throw new RolledBack({ kind: "not_first" });
  const firstTransactionId = await claimGuard(db, claimed);
  if (firstTransactionId !== undefined)
    throw new RolledBack({ kind: "refused", why: "duplicate", firstTransactionId });
}

function refused(why: Refusal): RolledBack {
  return new RolledBack({ kind: "refused", why });
}

/** Values that a refund or reversal takes from its original unless the request has them. */
const INHERITED = selectJson([
  "tenderType",
  "currency",
  "cardBrand",
  "last4",
  "cardExpiration",
  "entryMode",
  "cardHost",
  "hostMerchant",
  ...HOLDER_VALUES,
  "ipAddress",
  "cashier",
  "customId",
  "customData",
  "description",
  "transactionGroup",
  "inputGroup",
  "invoiceEntry",
  "paymentType",
  "recurringId",
  "checkNumber",
  "secCode",
  "secCodeSent",
  "bankAccountType",
  ...PURCHASE_VALUES,
  "formName",
  "formFields",
]);

const LOCK_ORIGINAL = new Statement(sql`
  select id, attempt_id, transaction_type, state, batched_at is not null as is_batched,
    amount_cents, refunded_cents, authorized_at, authorization_code,
    original_id, ${INHERITED} as draft
  from transactions where account_id = $1::bigint and id = $2::bigint
  for update`);

/** The row stays locked until the database transaction ends. */
async function lockOriginal(
  db: Database,
  accountId: string,
  id: string,
): Promise<Original | undefined> {
  const [row] = await db.run<OriginalRow>(LOCK_ORIGINAL, [accountId, id]);
  return row && toOriginal(row);
}

async function reserve(
  db: Database,
  { accountId, originalId }: ChangeStart,
  { state, refunded }: Reservation,
): Promise<void> {
  await db.rows`
    update transactions set state = ${state}, refunded_cents = ${refunded}
    where account_id = ${accountId} and id = ${originalId}`;
}

function toOriginal(row: OriginalRow): Original {
  return {
    id: row.id,
    transactionType: row.transaction_type,
    state: row.state,
    isBatched: row.is_batched,
    amount: row.amount_cents as Cents,
    refunded: row.refunded_cents as Cents,
    authorizedAt: row.authorized_at,
    authorizationCode: row.authorization_code ?? undefined,
    originalId: row.original_id ?? undefined,
    reference: row.attempt_id,
    draft: row.draft,
  };
}
