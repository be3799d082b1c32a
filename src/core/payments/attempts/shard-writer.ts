/**
 * Begins and ends attempts of accounts on one node of a Citus cluster: one statement for each row,
 * all in one database transaction and in at most two round trips.
 */
import { randomUUID } from "node:crypto";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { RowParameters } from "../../../db/row-parameters.ts";
import type { StatementCall } from "../../../db/statement-series.ts";
import {
  EVENT_TYPES,
  INSERT_EVENT_ON_SHARD,
  takeEventIds,
} from "../../outbox/outbox-writer-store.ts";
import { valueTypes } from "../transaction-columns-sql.ts";
import type { Finish, NewAttempt } from "./attempt.ts";
import { RARE_VALUES } from "./attempt-statements.ts";
import { type AttemptWriter, isClaiming, type WriterTimes } from "./attempt-writer.ts";
import {
  CLOSE,
  KEEP,
  KEEP_TYPES,
  OPEN,
  OPEN_TYPES,
  SEAL,
  SEAL_TYPES,
  SPEND_ID,
  SPEND_KEY,
  SPEND_KEY_TYPES,
  WRITE,
  WRITE_COLUMNS,
  WRITE_USUAL,
  WRITE_USUAL_COLUMNS,
} from "./shard-statements.ts";
import { toStoredNote } from "./stored-note.ts";

const KEY_PARAMETERS = new RowParameters(SPEND_KEY_TYPES);
const OPEN_PARAMETERS = new RowParameters(OPEN_TYPES);
const SEAL_PARAMETERS = new RowParameters(SEAL_TYPES);
const KEEP_PARAMETERS = new RowParameters(KEEP_TYPES);
const EVENT_PARAMETERS = new RowParameters(EVENT_TYPES);
const USUAL_PARAMETERS = new RowParameters(valueTypes(WRITE_USUAL_COLUMNS));
const WRITE_PARAMETERS = new RowParameters(valueTypes(WRITE_COLUMNS));

export interface ShardWriterNeeds extends WriterTimes {
  /** The node that has the rows. */
  readonly node: DatabasePool;
  readonly coordinator: DatabasePool;
}

export class ShardWriter implements AttemptWriter {
  readonly #needs: ShardWriterNeeds;

  constructor(needs: ShardWriterNeeds) {
    this.#needs = needs;
  }

  async startAll(rows: readonly NewAttempt[]): Promise<boolean[]> {
    const { node, oldestIssuedId } = this.#needs;
    const claims = claimCalls(rows, oldestIssuedId());
    if (claims.length === 0) {
      await node.runTogether(rows.flatMap(beginCalls));
      return rows.map(() => true);
    }
    let isFirst: boolean[] = [];
    await node.runTogether(claims, (spent) => {
      isFirst = readClaims(rows, spent);
      return rows.filter((_, place) => isFirst[place]).flatMap(beginCalls);
    });
    return isFirst;
  }

  async finishAll(rows: readonly Finish[]): Promise<boolean[]> {
    const { node, wall } = this.#needs;
    const eventIds = await this.#takeEventIds(rows);
    const now = wall();
    let isClosed: boolean[] = [];
    await node.runTogether(rows.map(closeCall), (closed) => {
      isClosed = closed.map(({ length }) => length > 0);
      const ended = rows.filter((_, place) => isClosed[place]);
      return ended.flatMap((row) => endCalls(row, eventIds, now));
    });
    return isClosed.slice(0, rows.length);
  }

  /** Ids that are not used leave a gap, which nothing minds. */
  async #takeEventIds(rows: readonly Finish[]): Promise<string[]> {
    const count = rows.reduce((sum, { events }) => sum + events.length, 0);
    return count === 0 ? [] : takeEventIds(this.#needs.coordinator, count);
  }
}

/** A row has up to two claims, the id before the key. */
function claimCalls(rows: readonly NewAttempt[], oldest: Temporal.Instant): StatementCall[] {
  return rows.filter(isClaiming).flatMap(({ attempt, claim }) => {
    const { accountId, transactionId, attemptId, startedAt } = attempt;
    const key = {
      account_id: accountId,
      digest: claim.keyDigest,
      attempt_id: attemptId,
      transaction_id: transactionId,
      created_at: startedAt,
    };
    return [
      ...(claim.isIssuedId
        ? [{ statement: SPEND_ID, values: [accountId, transactionId, oldest.toString()] }]
        : []),
      ...(claim.keyDigest === undefined
        ? []
        : [{ statement: SPEND_KEY, values: KEY_PARAMETERS.fill(key) }]),
    ];
  });
}

/** Every claim of a row must have returned its row. */
function readClaims(rows: readonly NewAttempt[], spent: readonly unknown[][]): boolean[] {
  let next = 0;
  return rows.map(({ claim }) => {
    const count = Number(claim.isIssuedId) + Number(claim.keyDigest !== undefined);
    const own = spent.slice(next, next + count);
    next += count;
    return own.every(({ length }) => length > 0);
  });
}

function beginCalls({ attempt, claim, source }: NewAttempt): StatementCall[] {
  const { accountId, transactionId, startedAt } = attempt;
  const open = {
    account_id: accountId,
    attempt_id: attempt.attemptId,
    transaction_id: transactionId,
    transaction_type: attempt.transactionType,
    amount_cents: attempt.amount,
    fingerprint: attempt.fingerprint,
    idempotency_digest: claim.keyDigest,
    request: toStoredNote(attempt.note),
    started_at: startedAt,
    lease_until: attempt.leaseUntil,
  };
  const opened = { statement: OPEN, values: OPEN_PARAMETERS.fill(open) };
  if (source === undefined) return [opened];
  const sealed = {
    account_id: accountId,
    token_id: transactionId,
    kind: source.kind,
    sealed: source.sealed,
    created_at: startedAt,
    used_at: startedAt,
  };
  return [opened, { statement: SEAL, values: SEAL_PARAMETERS.fill(sealed) }];
}

function closeCall({ attempt }: Finish): StatementCall {
  return { statement: CLOSE, values: [attempt.accountId, attempt.attemptId] };
}

/** Takes the ids of its events from the list. */
function endCalls(finish: Finish, eventIds: string[], now: Temporal.Instant): StatementCall[] {
  return [keepCall(finish), writeCall(finish), ...eventCalls(finish, eventIds, now)];
}

function keepCall({ attempt, outcome, result, answer, finishedAt }: Finish): StatementCall {
  const { transactionType } = { ...attempt.note.draft, ...result };
  const kept = {
    account_id: attempt.accountId,
    transaction_id: attempt.transactionId,
    attempt_id: attempt.attemptId,
    transaction_type: transactionType,
    outcome,
    fingerprint: attempt.fingerprint,
    answer,
    started_at: attempt.startedAt,
    finished_at: finishedAt,
  };
  return { statement: KEEP, values: KEEP_PARAMETERS.fill(kept) };
}

function writeCall({ attempt, result }: Finish): StatementCall {
  const { accountId, transactionId, attemptId, startedAt } = attempt;
  const said: object = { ...attempt.note.draft, ...result };
  const row = { ...said, accountId, transactionId, attemptId, startedAt };
  return hasRareValue(said)
    ? { statement: WRITE, values: WRITE_PARAMETERS.fill(row) }
    : { statement: WRITE_USUAL, values: USUAL_PARAMETERS.fill(row) };
}

function hasRareValue(said: object): boolean {
  return Object.entries(said).some(([name, value]) => value !== undefined && RARE_VALUES.has(name));
}

function eventCalls(
  { attempt, events }: Finish,
  eventIds: string[],
  now: Temporal.Instant,
): StatementCall[] {
  return events.map(({ kind, event, payload }) => {
    const row = {
      account_id: attempt.accountId,
      id: eventIds.shift(),
      event_id: randomUUID(),
      kind,
      event,
      transaction_id: attempt.transactionId,
      payload,
      created_at: now,
      due_at: now,
    };
    return { statement: INSERT_EVENT_ON_SHARD, values: EVENT_PARAMETERS.fill(row) };
  });
}
