/**
 * Begins and ends attempts that make a transaction of their own. Concurrent requests share a
 * statement, or on a Citus cluster a database transaction on the node of their accounts. An id is
 * spent by a delete and a key by an insert, so only one request can succeed.
 */
import { Coalescer } from "../../../db/coalescer.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import { isDuplicateKey } from "../../../db/server-errors.ts";
import { COORDINATOR } from "../../../db/sharding/coordinator.ts";
import type { Attempt, Finish, NewAttempt } from "./attempt.ts";
import type { AttemptWriter, WriterTimes } from "./attempt-writer.ts";
import { CoordinatorWriter } from "./coordinator-writer.ts";
import { PlainWriter } from "./plain-writer.ts";
import { ShardWriter } from "./shard-writer.ts";

export interface AttemptStoreNeeds extends WriterTimes {
  readonly db: DatabasePool;
  readonly queueMax: number;
}

/** What rows of one placement share. */
interface Lane {
  readonly starts: Coalescer<NewAttempt, boolean>;
  /** Attempts with a guard against duplicates. They have a larger statement of their own. */
  readonly guardedStarts: Coalescer<NewAttempt, boolean>;
  readonly finishes: Coalescer<Finish, boolean>;
}

/**
 * On a node, rows are divided by shard, so one series at a time gives more rows to each statement: with
 * 8 shards on each worker a sale took 325 instead of 368 µs of database processor time.
 */
const SERIES_AT_ONCE = 1;

/** Plain PostgreSQL has one placement. */
const ONE_SERVER = "";

export class AttemptStore {
  readonly #needs: AttemptStoreNeeds;
  readonly #lanes = new Map<string, Lane>();

  constructor(needs: AttemptStoreNeeds) {
    this.#needs = needs;
  }

  /**
   * Spends the id, the key or the guard and stores the attempt. It has at most one of them. False: the id
   * or key was used before, or another payment has the guard.
   */
  start(begun: NewAttempt): Promise<boolean> {
    return this.#inLane(begun.attempt, ({ starts, guardedStarts }) =>
      begun.claim.guard === undefined ? starts.run(begun) : guardedStarts.run(begun),
    );
  }

  /** Ends the attempt and writes its transaction. False: another process has ended it. */
  finish(finish: Finish): Promise<boolean> {
    return this.#inLane(finish.attempt, ({ finishes }) => finishes.run(finish));
  }

  #inLane(attempt: Attempt, run: (lane: Lane) => Promise<boolean>): Promise<boolean> {
    const { cluster } = this.#needs.db;
    const isSharded = cluster.isSharded();
    if (isSharded === false) return run(this.#laneAt(ONE_SERVER));
    if (isSharded === true) return run(this.#laneAt(cluster.placement(attempt.accountId)));
    // Only the first payments of a process wait for the answer.
    return isSharded.then(() => this.#inLane(attempt, run));
  }

  #laneAt(placement: string): Lane {
    const known = this.#lanes.get(placement);
    if (known !== undefined) return known;
    const lane = this.#openLane(placement);
    this.#lanes.set(placement, lane);
    return lane;
  }

  #openLane(placement: string): Lane {
    const { queueMax } = this.#needs;
    const inFlight = placement === ONE_SERVER ? {} : { inFlightMax: SERIES_AT_ONCE };
    const writer = this.#openWriter(placement);
    const openStarts = () =>
      new Coalescer<NewAttempt, boolean>({
        runAll: (rows) => writer.startAll(rows),
        runOne: (row) => this.#startAgain(row),
        rowKeys: contendedBy,
        queueMax,
        ...inFlight,
      });
    return {
      starts: openStarts(),
      guardedStarts: openStarts(),
      finishes: new Coalescer({
        runAll: (rows) => writer.finishAll(rows),
        runOne: (row) => this.#finishAgain(row),
        rowKeys: ({ attempt }) => [attempt.attemptId],
        queueMax,
        ...inFlight,
      }),
    };
  }

  #openWriter(placement: string): AttemptWriter {
    const { db } = this.#needs;
    if (placement === ONE_SERVER) return new PlainWriter(db, this.#needs);
    if (placement === COORDINATOR) return new CoordinatorWriter(db, this.#needs);
    return new ShardWriter({
      ...this.#needs,
      node: db.cluster.poolAt(placement),
      coordinator: db,
      findShard: (accountId) => db.cluster.findShard(accountId),
      onNodeFailure: (error) => db.cluster.noteFailure(placement, error),
    });
  }

  /**
   * The failed statement may have been committed, or may still run: then the repetition waits for it
   * and finds its own id, key, guard or attempt. So the attempt is looked up before and after.
   */
  async #startAgain(row: NewAttempt): Promise<boolean> {
    const { attempt } = row;
    if (await this.#isOpen(attempt)) return true;
    try {
      const [isBegun] = await this.#repeatWriter().startAll([row]);
      return isBegun === true || this.#isOpen(attempt);
    } catch (error) {
      if (isDuplicateKey(error) && (await this.#isOpen(attempt))) return true;
      throw error;
    }
  }

  async #isOpen({ accountId, attemptId }: Attempt): Promise<boolean> {
    const open = await this.#needs.db.rows`
      select from open_attempts where account_id = ${accountId} and attempt_id = ${attemptId}`;
    return open.length > 0;
  }

  async #finishAgain(row: Finish): Promise<boolean> {
    const [isClosed] = await this.#repeatWriter().finishAll([row]);
    return isClosed === true || this.#isKept(row);
  }

  /** Rows are repeated on the server that the pool is for: the coordinator of a cluster. */
  #repeatWriter(): AttemptWriter {
    const { db } = this.#needs;
    return this.#openWriter(db.cluster.isSharded() === true ? COORDINATOR : ONE_SERVER);
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

/** Of requests with the same id, key or guard, the one that came first must succeed: they run in their order. */
function contendedBy({ attempt, claim }: NewAttempt): readonly string[] {
  const digest = claim.keyDigest ?? claim.guard?.digest;
  if (digest !== undefined) {
    return [`${attempt.accountId}/${Buffer.from(digest).toString("hex")}`];
  }
  return claim.isIssuedId ? [`${attempt.accountId}/${attempt.transactionId}`] : NOTHING;
}
const NOTHING: readonly string[] = [];
