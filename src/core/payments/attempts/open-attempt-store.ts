/** Open attempts: marks them as unknown or reversing, and claims abandoned ones for reconcile. */
import { alignByKey } from "../../../db/coalescer.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { isRefusedBySafeMode } from "../../../db/safe-mode.ts";
import { runByAccount } from "../../../db/sharding/by-account.ts";
import type { Cents } from "../../../values/money.ts";
import type { TransactionType } from "../transaction.ts";
import type { Attempt, AttemptNote, AttemptOutcome } from "./attempt.ts";
import { writeOpenAttempt } from "./rewrite-store.ts";
import { fromStoredNote, type StoredNote, toStoredNote } from "./stored-note.ts";

export type OpenState = "started" | "unknown" | "reversing";

/** An attempt whose lease has expired, and how often the card host was asked about it. */
export interface AbandonedAttempt {
  readonly attempt: Attempt;
  readonly state: OpenState;
  readonly asked: number;
}

interface OpenRow {
  readonly account_id: string;
  readonly attempt_id: string;
  readonly transaction_id: string;
  readonly original_id: string | null;
  readonly transaction_type: TransactionType;
  readonly state: OpenState;
  readonly amount_cents: number;
  readonly fingerprint: Uint8Array;
  readonly request: StoredNote;
  readonly started_at: Temporal.Instant;
  readonly lease_until: Temporal.Instant;
  readonly asked: number;
}

export class OpenAttemptStore {
  readonly #db: DatabasePool;

  constructor(db: DatabasePool) {
    this.#db = db;
  }

  /** The card host gave no answer: reconcile must ask for the outcome. False: already marked, or gone. */
  async markUnknown({ accountId, attemptId }: Attempt): Promise<boolean> {
    const marked = await this.#db.count`
      update open_attempts set state = 'unknown'
      where account_id = ${accountId} and attempt_id = ${attemptId} and state = 'started'`;
    return marked === 1;
  }

  /** The approval will be reversed; nothing else can happen to it now. False: it has ended already. */
  async markReversing({ accountId, attemptId }: Attempt, note: AttemptNote): Promise<boolean> {
    const marked = await this.#db.count`
      update open_attempts set state = 'reversing', request = ${JSON.stringify(toStoredNote(note))}::json
      where account_id = ${accountId} and attempt_id = ${attemptId}`;
    return marked === 1;
  }

  /** Adds an order that must be reversed: reconcile tells the card host. */
  async addReversing(attempt: Attempt): Promise<void> {
    await writeOpenAttempt(this.#db, attempt, { state: "reversing" });
  }

  /** How an attempt ended, whichever process ended it. */
  async findOutcome(attempt: Attempt): Promise<AttemptOutcome | undefined> {
    const [row] = await this.#db.rows<{ outcome: AttemptOutcome }>`
      select outcome from attempts
      where account_id = ${attempt.accountId} and transaction_id = ${attempt.transactionId}
        and attempt_id = ${attempt.attemptId}`;
    return row?.outcome;
  }

  /** Claims attempts whose lease has expired, oldest first. No two callers get the same one. */
  async claimAbandoned(
    now: Temporal.Instant,
    leaseUntil: Temporal.Instant,
    atMost: number,
  ): Promise<AbandonedAttempt[]> {
    if (await this.#db.cluster.isSharded()) {
      return this.#claimAbandonedOnCluster(now, leaseUntil, atMost);
    }
    const rows = await this.#db.rows<OpenRow>`
      with left_alone as materialized (
        select account_id, attempt_id from open_attempts where lease_until < ${now}
        order by lease_until limit ${atMost} for update skip locked
      )
      update open_attempts open set lease_until = ${leaseUntil}, asked = open.asked + 1
      from left_alone
      where open.account_id = left_alone.account_id and open.attempt_id = left_alone.attempt_id
      returning open.account_id, open.attempt_id, open.transaction_id, open.original_id,
        open.transaction_type, open.state, open.amount_cents, open.fingerprint, open.request,
        open.started_at, open.lease_until, open.asked`;
    return rows.map(toAbandoned);
  }

  /**
   * The same on a Citus cluster, where rows of many shards cannot be locked: each claim is an update
   * that succeeds only while the lease is expired.
   */
  async #claimAbandonedOnCluster(
    now: Temporal.Instant,
    leaseUntil: Temporal.Instant,
    atMost: number,
  ): Promise<AbandonedAttempt[]> {
    const expired = await this.#db.rows<{ accountId: string; attemptId: string }>`
      select account_id as "accountId", attempt_id as "attemptId" from open_attempts
      where lease_until < ${now} order by lease_until limit ${atMost}`;
    const claimed = await runByAccount(expired, async (accountId, own) => {
      const ids = own.map(({ attemptId }) => attemptId);
      const rows = await this.#db.rows<OpenRow>`
        update open_attempts set lease_until = ${leaseUntil}, asked = asked + 1
        where account_id = ${accountId} and attempt_id = any (${ids}::uuid[])
          and lease_until < ${now}
        returning account_id, attempt_id, transaction_id, original_id, transaction_type, state,
          amount_cents, fingerprint, request, started_at, lease_until, asked`;
      return alignByKey(ids, rows, ({ attempt_id }) => attempt_id);
    });
    return claimed.filter((row) => row !== undefined).map(toAbandoned);
  }

  isRefusedBySafeMode(error: unknown): Promise<boolean> {
    return isRefusedBySafeMode(this.#db, error);
  }

  /** Sets when the card host is asked again. */
  async postpone({ accountId, attemptId }: Attempt, until: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      update open_attempts set lease_until = ${until}
      where account_id = ${accountId} and attempt_id = ${attemptId}`;
  }
}

function toAbandoned(row: OpenRow): AbandonedAttempt {
  const attempt: Attempt = {
    accountId: row.account_id,
    attemptId: row.attempt_id,
    transactionId: row.transaction_id,
    transactionType: row.transaction_type,
    originalId: row.original_id ?? undefined,
    amount: row.amount_cents as Cents,
    fingerprint: row.fingerprint,
    note: fromStoredNote(row.request),
    startedAt: row.started_at,
    leaseUntil: row.lease_until,
  };
  return { attempt, state: row.state, asked: row.asked };
}
