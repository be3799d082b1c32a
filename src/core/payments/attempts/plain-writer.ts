/** Begins and ends attempts of any accounts with one statement each, on plain PostgreSQL. */
import { ColumnSlots, isEmptyColumn } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import type { Statement } from "../../../db/statements/statement.ts";
import { valueTypes } from "../transaction-columns-sql.ts";
import type { Finish, NewAttempt } from "./attempt.ts";
import {
  type AttemptStatements,
  FINISH_COLUMNS,
  FINISH_OFTEN,
  GUARDED_START_TYPES,
  PLAIN_STATEMENTS,
  START_TYPES,
} from "./attempt-statements.ts";
import { type AttemptWriter, isClaiming, type WriterTimes } from "./attempt-writer.ts";
import { toStoredNote } from "./stored-note.ts";

const START_SLOTS = new ColumnSlots(START_TYPES);
const GUARDED_SLOTS = new ColumnSlots(GUARDED_START_TYPES);
const FINISH_SLOTS = new ColumnSlots(valueTypes(FINISH_COLUMNS));

export class PlainWriter implements AttemptWriter {
  readonly #db: Database;
  readonly #times: WriterTimes;

  constructor(db: Database, times: WriterTimes) {
    this.#db = db;
    this.#times = times;
  }

  async startAll(rows: readonly NewAttempt[]): Promise<boolean[]> {
    const call = startCall(rows, PLAIN_STATEMENTS, this.#times.oldestIssuedId());
    const [begun] = await this.#db.run<OwnIds>(call.statement, call.values);
    return areOwnIds(rows, begun);
  }

  async finishAll(rows: readonly Finish[]): Promise<boolean[]> {
    const call = finishCall(rows, PLAIN_STATEMENTS, this.#times.wall());
    const [closed] = await this.#db.run<OwnIds>(call.statement, call.values);
    return areOwnIds(rows, closed);
  }
}

interface Call {
  readonly statement: Statement;
  readonly values: readonly string[];
}

/** Rows have a guard each, or none has one. */
export function startCall(
  rows: readonly NewAttempt[],
  { start, startUnclaimed, startGuarded }: AttemptStatements,
  oldestIssuedId: Temporal.Instant,
): Call {
  if (rows[0]?.claim.guard !== undefined) {
    return { statement: startGuarded, values: GUARDED_SLOTS.fill(rows.map(toGuardedRow)) };
  }
  const arrays = START_SLOTS.fill(rows.map(toStartRow));
  return rows.some(isClaiming)
    ? { statement: start, values: [...arrays, oldestIssuedId.toString()] }
    : { statement: startUnclaimed, values: arrays };
}

export function finishCall(
  rows: readonly Finish[],
  { finish, finishUsual }: AttemptStatements,
  now: Temporal.Instant,
): Call {
  const arrays = FINISH_SLOTS.fill(rows.map(toFinishRow));
  const isUsual = arrays.slice(FINISH_OFTEN).every(isEmptyColumn);
  return isUsual
    ? { statement: finishUsual, values: [...arrays.slice(0, FINISH_OFTEN), now.toString()] }
    : { statement: finish, values: [...arrays, now.toString()] };
}

export interface OwnIds {
  readonly count: number;
  readonly ids: readonly string[] | null;
}

/** Each request succeeded if its own attempt id came back. A full count includes every id. */
export function areOwnIds(rows: readonly Pick<NewAttempt, "attempt">[], own: OwnIds | undefined) {
  if (own?.count === rows.length) return rows.map(() => true);
  const ids = new Set(own?.ids);
  return rows.map(({ attempt }) => ids.has(attempt.attemptId));
}

function toStartRow({ attempt, claim, source }: NewAttempt) {
  return {
    account_id: attempt.accountId,
    attempt_id: attempt.attemptId,
    transaction_id: attempt.transactionId,
    is_issued: claim.isIssuedId,
    key_digest: claim.keyDigest,
    transaction_type: attempt.transactionType,
    amount_cents: attempt.amount,
    fingerprint: attempt.fingerprint,
    note: toStoredNote(attempt.note),
    started_at: attempt.startedAt,
    lease_until: attempt.leaseUntil,
    source_kind: source?.kind,
    source_sealed: source?.sealed,
  };
}

function toGuardedRow(row: NewAttempt) {
  const { guard } = row.claim;
  return { ...toStartRow(row), guard_digest: guard?.digest, guard_until: guard?.until };
}

function toFinishRow({ attempt, outcome, result, answer, events, finishedAt }: Finish) {
  return {
    ...attempt.note.draft,
    ...result,
    accountId: attempt.accountId,
    attemptId: attempt.attemptId,
    outcome,
    answer,
    finishedAt,
    events: events.length === 0 ? undefined : events,
  };
}
