/**
 * Ends a capture, refund or reversal: its reservation is applied or released in the commit that stores
 * the answer. Deleting the row of the open attempt decides which process ends it.
 */
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { insertRow, RowParameters } from "../../../db/series/row-parameters.ts";
import { Statement } from "../../../db/statements/statement.ts";
import { insertTransactionEvents } from "../../outbox/outbox-writer-store.ts";
import type { Attempt, AttemptOutcome, Finish } from "../attempts/attempt.ts";
import type { TransactionResult } from "../payment-details.ts";
import { groupArray } from "../state-sql.ts";
import {
  type ColumnsByValue,
  columnTypes,
  TRANSACTION_COLUMNS,
  valueTypes,
} from "../transaction-columns-sql.ts";

const CHANGING = groupArray("changing");
/** They reserve their amount in the refunded amount of their original. */
const PAYING_BACK: readonly string[] = ["REFUND", "CREDIT"];

export class FinishChangeStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** False: another process has ended it. */
  async finish(finish: Finish, now: Temporal.Instant): Promise<boolean> {
    try {
      return await this.#finishOnce(finish, now);
    } catch {
      // The connection may have broken during the commit; a second run shows whether it succeeded.
      return (await this.#finishOnce(finish, now)) || this.#isKept(finish);
    }
  }

  #finishOnce(finish: Finish, now: Temporal.Instant): Promise<boolean> {
    return this.#db.atomically(async (db) => {
      if (!(await closeAttempt(db, finish.attempt, finish.outcome))) return false;
      await settle(db, finish);
      await writeEnd(db, finish, { now });
      return true;
    });
  }

  async #isKept({ attempt, outcome }: Finish): Promise<boolean> {
    const kept = await this.#db.rows`
      select from attempts
      where account_id = ${attempt.accountId} and transaction_id = ${attempt.transactionId}
        and attempt_id = ${attempt.attemptId} and outcome = ${outcome}`;
    return kept.length > 0;
  }
}

/** Stores the answer, the transaction and its events. Runs in a database transaction. */
export async function writeEnd(
  db: Database,
  finish: Finish,
  { now, batchId }: { readonly now: Temporal.Instant; readonly batchId?: number | undefined },
): Promise<void> {
  await keep(db, finish);
  if (makesTransaction(finish.attempt)) await writeTransaction(db, finish, batchId);
  await writeEvents(db, finish, now);
}

/** Captures and released authorizations keep the id of the authorization. */
function makesTransaction({ transactionId, originalId }: Attempt): boolean {
  return transactionId !== originalId;
}

/**
 * False: another process has ended it, or it is being reversed and this approval arrived too late. The
 * reversal of another attempt ends as approved.
 */
export async function closeAttempt(
  db: Database,
  { accountId, attemptId, note }: Attempt,
  outcome: AttemptOutcome,
): Promise<boolean> {
  const isTooLate = outcome === "approved" && note.reverses === undefined;
  const closed = await db.count`
    delete from open_attempts where account_id = ${accountId} and attempt_id = ${attemptId}
      and not (${isTooLate} and state = 'reversing')`;
  return closed === 1;
}

async function keep(db: Database, { attempt, outcome, answer, finishedAt }: Finish): Promise<void> {
  await db.rows`
    insert into attempts (account_id, transaction_id, attempt_id, transaction_type, outcome,
      fingerprint, answer, started_at, finished_at)
    values (${attempt.accountId}, ${attempt.transactionId}, ${attempt.attemptId},
      ${attempt.transactionType}, ${outcome}, ${attempt.fingerprint}, ${JSON.stringify(answer)},
      ${attempt.startedAt}, ${finishedAt})`;
}

/** The reversal of a late approval changes no transaction. */
async function settle(db: Database, finish: Finish): Promise<void> {
  if (finish.attempt.note.reverses !== undefined) return;
  if (finish.outcome === "approved") await makeReal(db, finish);
  else await giveBack(db, finish.attempt);
}

async function makeReal(db: Database, { attempt, result }: Finish): Promise<void> {
  switch (attempt.transactionType) {
    case "CAPTURE":
      return capture(db, attempt, result);
    case "REFUND":
      return voidWhole(db, attempt);
    case "CREDIT":
      // Its amount has been counted already.
      return;
    default:
      return undo(db, attempt);
  }
}

/**
 * The draft has the tax and the gratuity that fit into the captured amount, and the texts of the
 * authorization where the capture sent none.
 */
async function capture(
  db: Database,
  { accountId, originalId, note: { draft } }: Attempt,
  result: TransactionResult,
): Promise<void> {
  await db.rows`
    update transactions set transaction_type = 'CAPTURE', state = 'captured',
      amount_cents = ${result.amountCents}, message = ${result.message},
      level2_tax_cents = ${draft.taxCents}::int,
      level2_zip = coalesce(${draft.destinationZip}::text, level2_zip),
      level2_order_id = coalesce(${draft.orderId}::text, level2_order_id),
      level2_merchant_reference =
        coalesce(${draft.merchantReference}::text, level2_merchant_reference),
      restaurant_server_id = coalesce(${draft.serverId}::text, restaurant_server_id),
      restaurant_gratuity_cents = ${draft.gratuityCents}::int
    where account_id = ${accountId} and id = ${originalId}`;
}

/** A part refund has been counted already. */
async function voidWhole(db: Database, { accountId, originalId }: Attempt): Promise<void> {
  await db.rows`
    update transactions set state = 'voided'
    where account_id = ${accountId} and id = ${originalId} and state = 'voiding'`;
}

/** Reversing a refund or a credit also subtracts it from the refunded amount of its original. */
async function undo(db: Database, { accountId, originalId }: Attempt): Promise<void> {
  await db.rows`
    with undone as (
      update transactions set state = 'reversed'
      where account_id = ${accountId} and id = ${originalId}
      returning original_id, transaction_type, amount_cents
    )
    update transactions given set refunded_cents = given.refunded_cents - undone.amount_cents
    from undone
    where given.account_id = ${accountId} and given.id = undone.original_id
      and undone.transaction_type = any (${PAYING_BACK}::text[])`;
}

async function giveBack(db: Database, attempt: Attempt): Promise<void> {
  const { accountId, originalId, note, amount } = attempt;
  const given = PAYING_BACK.includes(attempt.transactionType) ? amount : 0;
  await db.rows`
    update transactions set refunded_cents = refunded_cents - ${given}::int,
      state = case when state = any (${CHANGING}::text[])
        then ${note.priorState} else state end
    where account_id = ${accountId} and id = ${originalId}`;
}

const WRITE_COLUMNS = {
  accountId: ["account_id", "bigint"],
  transactionId: ["id", "bigint"],
  attemptId: ["attempt_id", "uuid"],
  authorizedAt: ["authorized_at", "timestamptz"],
  batchId: ["batch_id", "smallint"],
  batchedAt: ["batched_at", "timestamptz"],
  ...TRANSACTION_COLUMNS,
} as const satisfies ColumnsByValue;
const WRITE_PARAMETERS = new RowParameters(valueTypes(WRITE_COLUMNS));
/** One row of values, because Citus refuses to select rows into a table with row-level security. */
const WRITE = new Statement(insertRow("transactions", columnTypes(WRITE_COLUMNS)));

async function writeTransaction(
  db: Database,
  { attempt, result }: Finish,
  batchId?: number,
): Promise<void> {
  const { accountId, transactionId, attemptId, startedAt } = attempt;
  const row = {
    ...attempt.note.draft,
    ...result,
    ...{ accountId, transactionId, attemptId, batchId },
    authorizedAt: startedAt,
    batchedAt: batchId === undefined ? undefined : startedAt,
  };
  await db.runSeries([{ statement: WRITE, values: WRITE_PARAMETERS.fill(row) }]);
}

function writeEvents(db: Database, finish: Finish, now: Temporal.Instant): Promise<void> {
  const { accountId, transactionId } = finish.attempt;
  const events = finish.events.map((event) => ({ accountId, transactionId, ...event }));
  return insertTransactionEvents(db, events, now);
}
