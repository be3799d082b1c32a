/**
 * Begins and ends attempts that make a transaction of their own. Concurrent requests share a
 * statement. An id is spent by a delete and a key by an insert, so only one request can succeed.
 */
import { ColumnSlots, isEmptyColumn } from "../../../db/arrays.ts";
import { Coalescer } from "../../../db/coalescer.ts";
import type { Database } from "../../../db/database.ts";
import { valueTypes } from "../transaction-columns-sql.ts";
import type { Attempt, Finish, NewAttempt } from "./attempt.ts";
import {
  FINISH,
  FINISH_COLUMNS,
  FINISH_OFTEN,
  FINISH_USUAL,
  START,
  START_TYPES,
  START_UNCLAIMED,
} from "./attempt-statements.ts";
import { toStoredNote } from "./stored-note.ts";

const START_SLOTS = new ColumnSlots(START_TYPES);
const FINISH_SLOTS = new ColumnSlots(valueTypes(FINISH_COLUMNS));

export interface AttemptStoreNeeds {
  readonly db: Database;
  readonly queueMax: number;
  /** Business time: ids that were issued before it are no longer valid. */
  readonly oldestIssuedId: () => Temporal.Instant;
  readonly wall: () => Temporal.Instant;
}

export class AttemptStore {
  readonly #needs: AttemptStoreNeeds;
  readonly #starts: Coalescer<NewAttempt, boolean>;
  readonly #finishes: Coalescer<Finish, boolean>;

  constructor(needs: AttemptStoreNeeds) {
    this.#needs = needs;
    const { queueMax } = needs;
    this.#starts = new Coalescer({
      runAll: (rows) => this.#startAll(rows),
      runOne: (row) => this.#startAgain(row),
      rowKeys: contendedBy,
      queueMax,
    });
    this.#finishes = new Coalescer({
      runAll: (rows) => this.#finishAll(rows),
      runOne: (row) => this.#finishAgain(row),
      rowKeys: ({ attempt }) => [attempt.attemptId],
      queueMax,
    });
  }

  /** Spends the id or key and stores the attempt. False: the id or key was used before. */
  start(attempt: NewAttempt): Promise<boolean> {
    return this.#starts.run(attempt);
  }

  /** Ends the attempt and writes its transaction. False: another process has ended it. */
  finish(finish: Finish): Promise<boolean> {
    return this.#finishes.run(finish);
  }

  async #startAll(rows: readonly NewAttempt[]): Promise<boolean[]> {
    const { db, oldestIssuedId } = this.#needs;
    const arrays = START_SLOTS.fill(rows.map(toStartRow));
    const [begun] = await (rows.some(isClaiming)
      ? db.run<OwnIds>(START, [...arrays, oldestIssuedId()])
      : db.run<OwnIds>(START_UNCLAIMED, arrays));
    return areOwnIds(rows, begun);
  }

  /** The failed statement may have been committed: then the attempt is stored. */
  async #startAgain(row: NewAttempt): Promise<boolean> {
    if (await this.#isOpen(row.attempt)) return true;
    const [isBegun] = await this.#startAll([row]);
    return isBegun === true;
  }

  async #isOpen({ accountId, attemptId }: Attempt): Promise<boolean> {
    const open = await this.#needs.db.rows`
      select from open_attempts where account_id = ${accountId} and attempt_id = ${attemptId}`;
    return open.length > 0;
  }

  async #finishAll(rows: readonly Finish[]): Promise<boolean[]> {
    const { db, wall } = this.#needs;
    const arrays = FINISH_SLOTS.fill(rows.map(toFinishRow));
    const isUsual = arrays.slice(FINISH_OFTEN).every(isEmptyColumn);
    const [closed] = await (isUsual
      ? db.run<OwnIds>(FINISH_USUAL, [...arrays.slice(0, FINISH_OFTEN), wall()])
      : db.run<OwnIds>(FINISH, [...arrays, wall()]));
    return areOwnIds(rows, closed);
  }

  async #finishAgain(row: Finish): Promise<boolean> {
    const [isClosed] = await this.#finishAll([row]);
    return isClosed === true || this.#isKept(row);
  }

  /** Whether the failed statement was committed: the attempt ended with the same outcome. */
  async #isKept({ attempt, outcome }: Finish): Promise<boolean> {
    const { accountId, transactionId, attemptId } = attempt;
    const kept = await this.#needs.db.rows`
      select from attempts where account_id = ${accountId} and transaction_id = ${transactionId}
        and attempt_id = ${attemptId} and outcome = ${outcome}`;
    return kept.length > 0;
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

function isClaiming({ claim }: NewAttempt): boolean {
  return claim.isIssuedId || claim.keyDigest !== undefined;
}

/** Two requests with the same id or key must not share a statement: both would succeed. */
function contendedBy({ attempt, claim }: NewAttempt): readonly string[] {
  if (claim.keyDigest !== undefined) {
    return [`${attempt.accountId}/${Buffer.from(claim.keyDigest).toString("hex")}`];
  }
  return claim.isIssuedId ? [`${attempt.accountId}/${attempt.transactionId}`] : NOTHING;
}
const NOTHING: readonly string[] = [];

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
