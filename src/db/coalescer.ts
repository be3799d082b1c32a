/**
 * Turns requests that come at the same time into one statement, so that none of them can tell. It
 * does not know what the statement says, nor what a row or a result is.
 */
import { BatchQueue, type Ticket } from "./batch-queue.ts";
import { DatabaseBusy, isServerUnavailable } from "./server-errors.ts";

export interface CoalescerOptions<Row, Result> {
  /** One statement for all. As many results as rows, in their order. */
  readonly runAll: (rows: readonly Row[]) => Promise<readonly Result[]>;
  /**
   * One row again, after a statement that held it has failed. Whether that statement landed may be
   * in doubt, so a second run must not count twice. Absent: `runAll` with one row.
   */
  readonly runOne?: (row: Row) => Promise<Result>;
  /** What no two rows may touch at once. Rows that share a key go one by one, as they came. */
  readonly rowKeys?: (row: Row) => readonly string[];
  /** An error that ends the trying row by row: the rows that are left would meet it too. */
  readonly failsAllRows?: (error: unknown) => boolean;
  readonly rowsMax?: number;
  readonly inFlightMax?: number;
  /** How many rows may wait, those of the present turn included. */
  readonly queueMax: number;
}

/** The statement landed, and nobody can tell which result is whose. */
export class ResultsMismatch extends Error {
  override readonly name = "ResultsMismatch";
}

interface Caller<Row, Result> {
  readonly row: Row;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

type Batch<Row, Result> = readonly Ticket<Caller<Row, Result>>[];

const ROWS_MAX = 256;
const IN_FLIGHT_MAX = 2;
/** Of one failed batch at the same time, so that it leaves connections to others. */
const ALONE_MAX = 4;
const NO_KEYS: readonly string[] = [];

/**
 * Immediates come after all sockets that were readable have been read: what one poll brought goes
 * out together. A microtask would come after the first request and send it alone.
 */
const onNextTurn: (work: () => void) => void = setImmediate;
/** While more keeps coming, a batch waits this many turns for it: a caller alone waits one. */
const TURNS_MAX = 2;

export class Coalescer<Row, Result> {
  readonly #options: CoalescerOptions<Row, Result>;
  readonly #rowsMax: number;
  readonly #inFlightMax: number;
  readonly #concernsAll: (error: unknown) => boolean;
  readonly #queue = new BatchQueue<Caller<Row, Result>>();
  #inFlight = 0;
  /** Turns that the next batch has waited for; 0: nothing waits. */
  #turns = 0;
  #waitingBefore = 0;
  #idlers: (() => void)[] = [];

  constructor(options: CoalescerOptions<Row, Result>) {
    this.#options = options;
    this.#rowsMax = options.rowsMax ?? ROWS_MAX;
    this.#inFlightMax = options.inFlightMax ?? IN_FLIGHT_MAX;
    this.#concernsAll = options.failsAllRows ?? isServerUnavailable;
  }

  /** Rejects with DatabaseBusy, at once, when too many wait already. */
  run(row: Row): Promise<Result> {
    return new Promise((resolve, reject) => {
      const { queueMax, rowKeys } = this.#options;
      if (this.#queue.waiting >= queueMax) {
        throw new DatabaseBusy(`${queueMax} rows already wait for a statement`);
      }
      this.#queue.enqueue({ row, resolve, reject }, rowKeys === undefined ? NO_KEYS : rowKeys(row));
      this.#awaitTurn();
    });
  }

  /** Rows that no statement has taken yet. */
  get waiting(): number {
    return this.#queue.waiting;
  }

  /** Resolves when no row waits or is under way. */
  whenIdle(): Promise<void> {
    if (this.#isIdle) return Promise.resolve();
    return new Promise((resolve) => this.#idlers.push(resolve));
  }

  get #isIdle(): boolean {
    return this.#inFlight === 0 && this.#queue.waiting === 0;
  }

  #awaitTurn(): void {
    if (this.#turns > 0 || this.#inFlight >= this.#inFlightMax) return;
    this.#waitATurn();
  }

  #waitATurn(): void {
    this.#turns++;
    this.#waitingBefore = this.#queue.waiting;
    onNextTurn(this.#takeTurn);
  }

  readonly #takeTurn = (): void => {
    if (this.#turns < TURNS_MAX && this.#queue.waiting > this.#waitingBefore) {
      this.#waitATurn();
      return;
    }
    this.#turns = 0;
    this.#sendReady();
  };

  #sendReady(): void {
    while (this.#inFlight < this.#inFlightMax && this.#queue.isReady) {
      void this.#send(this.#queue.takeBatch(this.#rowsMax));
    }
  }

  async #send(batch: Batch<Row, Result>): Promise<void> {
    this.#inFlight++;
    try {
      const results = await this.#options.runAll(batch.map(({ item }) => item.row));
      answerAll(batch, results);
    } catch (error) {
      await this.#recover(batch, error).catch((problem) => rejectAll(batch, problem));
    }
    this.#finish(batch);
  }

  #finish(batch: Batch<Row, Result>): void {
    this.#queue.releaseBatch(batch);
    this.#inFlight--;
    // Callers go on first, and what they or others ask for in the same turn comes along.
    if (this.#queue.isReady) onNextTurn(() => this.#sendReady());
    if (!this.#isIdle) return;
    for (const tell of this.#idlers.splice(0)) tell();
  }

  async #recover(batch: Batch<Row, Result>, error: unknown): Promise<void> {
    const wasAlone = batch.length === 1 && this.#options.runOne === undefined;
    if (wasAlone || error instanceof ResultsMismatch) return rejectAll(batch, error);
    const left = batch.values();
    await Promise.all(Array.from({ length: ALONE_MAX }, () => this.#runEach(left)));
  }

  /** Several of these share what is left. */
  async #runEach(left: ArrayIterator<Ticket<Caller<Row, Result>>>): Promise<void> {
    for (const { item } of left) {
      try {
        item.resolve(await this.#runAlone(item.row));
      } catch (error) {
        item.reject(error);
        if (this.#concernsAll(error)) rejectAll(left, error);
      }
    }
  }

  async #runAlone(row: Row): Promise<Result> {
    const { runAll, runOne } = this.#options;
    if (runOne !== undefined) return runOne(row);
    const results = await runAll([row]);
    requireCount(results, 1);
    return results[0] as Result;
  }
}

function answerAll<Row, Result>(batch: Batch<Row, Result>, results: readonly Result[]): void {
  requireCount(results, batch.length);
  batch.forEach(({ item }, place) => {
    item.resolve(results[place] as Result);
  });
}

function rejectAll<Row, Result>(
  batch: Iterable<Ticket<Caller<Row, Result>>>,
  error: unknown,
): void {
  for (const { item } of batch) item.reject(error);
}

function requireCount(results: readonly unknown[], rows: number): void {
  if (results.length === rows) return;
  throw new ResultsMismatch(`${results.length} results for ${rows} rows`);
}

/**
 * What a statement returned, in whatever order, set beside the keys that were sent to it. Nothing
 * stands beside a key that it did not return: a request believes only its own.
 */
export function alignByKey<Found>(
  keys: readonly string[],
  found: readonly Found[],
  keyOf: (one: Found) => string,
): (Found | undefined)[] {
  const byKey = new Map(found.map((one) => [keyOf(one), one]));
  return keys.map((key) => byKey.get(key));
}
