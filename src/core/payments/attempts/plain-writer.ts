/** Begins and ends attempts of any accounts with one statement each, on plain PostgreSQL. */
import { ColumnSlots, isEmptyColumn } from "../../../db/arrays.ts";
import type { Database } from "../../../db/database.ts";
import { valueTypes } from "../transaction-columns-sql.ts";
import type { Finish, NewAttempt } from "./attempt.ts";
import {
  FINISH,
  FINISH_COLUMNS,
  FINISH_OFTEN,
  FINISH_USUAL,
  START,
  START_TYPES,
  START_UNCLAIMED,
} from "./attempt-statements.ts";
import { type AttemptWriter, isClaiming, type WriterTimes } from "./attempt-writer.ts";
import { toStoredNote } from "./stored-note.ts";

const START_SLOTS = new ColumnSlots(START_TYPES);
const FINISH_SLOTS = new ColumnSlots(valueTypes(FINISH_COLUMNS));

export class PlainWriter implements AttemptWriter {
  readonly #db: Database;
  readonly #times: WriterTimes;

  constructor(db: Database, times: WriterTimes) {
    this.#db = db;
    this.#times = times;
  }

  async startAll(rows: readonly NewAttempt[]): Promise<boolean[]> {
    const arrays = START_SLOTS.fill(rows.map(toStartRow));
    const [begun] = await (rows.some(isClaiming)
      ? this.#db.run<OwnIds>(START, [...arrays, this.#times.oldestIssuedId()])
      : this.#db.run<OwnIds>(START_UNCLAIMED, arrays));
    return areOwnIds(rows, begun);
  }

  async finishAll(rows: readonly Finish[]): Promise<boolean[]> {
    const arrays = FINISH_SLOTS.fill(rows.map(toFinishRow));
    const isUsual = arrays.slice(FINISH_OFTEN).every(isEmptyColumn);
    const now = this.#times.wall();
    const [closed] = await (isUsual
      ? this.#db.run<OwnIds>(FINISH_USUAL, [...arrays.slice(0, FINISH_OFTEN), now])
      : this.#db.run<OwnIds>(FINISH, [...arrays, now]));
    return areOwnIds(rows, closed);
  }
}

interface OwnIds {
  readonly count: number;
  readonly ids: readonly string[] | null;
}

/** Each request succeeded if its own attempt id came back. A full count includes every id. */
function areOwnIds(rows: readonly Pick<NewAttempt, "attempt">[], own: OwnIds | undefined) {
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
