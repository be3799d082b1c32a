/** Runs statements on a pool, or on the one connection of a transaction. */
import type pg from "pg";
import { currentTracer, traceStep } from "../values/telemetry/tracing.ts";
import { columnReader } from "./column-types.ts";
import { type StatementCall, StatementSeries } from "./series/statement-series.ts";
import { DatabaseSilent } from "./server-errors.ts";
import { COORDINATOR } from "./sharding/coordinator.ts";
import { Sql, sql, toParameter } from "./sql.ts";
import { SLOW_MS, slowStatements } from "./statements/slow-statements.ts";
import type { Statement } from "./statements/statement.ts";
import { statementName } from "./statements/statement-name.ts";

/** A pool or a connection. The types of pg do not include our StatementSeries. */
export interface Runner {
  query(query: Query): Promise<pg.QueryResult>;
  query(series: StatementSeries, done: (error: Error | null, rows: SeriesRows) => void): unknown;
}

/** The rows of each statement. */
type SeriesRows = Record<string, unknown>[][];

/** Arrays are passed as text, in PostgreSQL's format. */
type StatementValue = string | Temporal.Instant;

/** The types of pg do not include the timeout of a single query. */
type Query = pg.QueryConfig & { query_timeout?: number };

const READ_TIMEOUT = "Query read timeout";

export interface DatabaseOptions {
  /** Without it, a statement may run as long as its connection exists. */
  readonly answerWithinMs?: number | undefined;
  readonly onFailure?: (error: Error) => void;
  readonly isSharded?: () => boolean | Promise<boolean>;
  /** Default: the coordinator of a cluster, or the only server. */
  readonly node?: string;
}

export class Database {
  /** Where the statements run. */
  readonly node: string;
  readonly #runner: Runner;
  readonly #answerWithinMs: number | undefined;
  readonly #onFailure: ((error: Error) => void) | undefined;
  readonly #isSharded: () => boolean | Promise<boolean>;

  constructor(runner: Runner, options: DatabaseOptions = {}) {
    this.#runner = runner;
    this.#answerWithinMs = options.answerWithinMs;
    this.#onFailure = options.onFailure;
    this.#isSharded = options.isSharded ?? (() => false);
    this.node = options.node ?? COORDINATOR;
  }

  /** Whether the tables of accounts are distributed over a Citus cluster. A pool asks once. */
  isSharded(): boolean | Promise<boolean> {
    return this.#isSharded();
  }

  /** A template tag that runs the statement and returns its rows. The slots become parameters. */
  async rows<Row>(literals: TemplateStringsArray, ...slots: readonly unknown[]): Promise<Row[]> {
    const result = await this.#run(toQuery(literals, slots));
    return result.rows as Row[];
  }

  /** A template tag that runs the statement and returns the number of affected rows. */
  async count(literals: TemplateStringsArray, ...slots: readonly unknown[]): Promise<number> {
    const result = await this.#run(toQuery(literals, slots));
    return result.rowCount ?? 0;
  }

  /** Runs a prepared Statement. */
  async run<Row>({ name, text }: Statement, values: readonly StatementValue[]): Promise<Row[]> {
    const result = await this.#run({ name, text, values: values.map(toParameter) });
    return result.rows as Row[];
  }

  /** Runs prepared statements in one round trip. Returns the rows of each. */
  runSeries(calls: readonly StatementCall[]): Promise<SeriesRows> {
    const answerWithinMs = this.#answerWithinMs;
    const series = new StatementSeries({ calls, answerWithinMs, columnReader });
    const submit = () => this.#submit(series, calls);
    const [first] = calls;
    return first === undefined ? submit() : traceStatement(first.statement, submit, calls.length);
  }

  #submit(series: StatementSeries, calls: readonly StatementCall[]): Promise<SeriesRows> {
    const started = performance.now();
    return new Promise((resolve, reject) => {
      this.#runner.query(series, (error, rows) => {
        noteSeries(calls, performance.now() - started);
        if (error) reject(this.#failureOf(error));
        else resolve(rows);
      });
    });
  }

  #run(query: Query): Promise<pg.QueryResult> {
    return traceStatement(query, () => this.#send(query));
  }

  async #send(query: Query): Promise<pg.QueryResult> {
    if (this.#answerWithinMs !== undefined) query.query_timeout = this.#answerWithinMs;
    const started = performance.now();
    try {
      return await this.#runner.query(query);
    } catch (error) {
      throw this.#failureOf(error as Error);
    } finally {
      slowStatements.note(query.text, performance.now() - started);
    }
  }

  #failureOf(error: Error): Error {
    const failure = asSilence(error);
    this.#onFailure?.(failure);
    return failure;
  }
}

/** Its name only: parameters are never in a trace. */
function traceStatement<Rows>(
  { text }: { readonly text: string },
  run: () => Promise<Rows>,
  statements = 1,
): Promise<Rows> {
  if (currentTracer() === undefined) return run();
  const name = statementName(text);
  return traceStep({ kind: "statement", name, facts: { statement: name, statements } }, run);
}

/** A series has one duration, which belongs to its statements together. */
function noteSeries(calls: readonly StatementCall[], tookMs: number): void {
  if (tookMs < SLOW_MS) return;
  slowStatements.note(calls.map(({ statement }) => statement.text).join("; "), tookMs);
}

function asSilence(error: Error): Error {
  return error.message === READ_TIMEOUT ? new DatabaseSilent(READ_TIMEOUT) : error;
}

// The literals of a template are one object per place in the code, so the statement gets a name and
// is planned once per connection. A statement with spliced parts has no fixed text and no name.
const NAMES = new WeakMap<TemplateStringsArray, string>();
let named = 0;

function toQuery(literals: TemplateStringsArray, slots: readonly unknown[]): Query {
  if (slots.some((slot) => slot instanceof Sql)) return sql(literals, ...slots).toQuery();
  let statement = NAMES.get(literals);
  if (statement === undefined) {
    statement = `s${++named}`;
    NAMES.set(literals, statement);
  }
  const text = literals.reduce((joined, next, hole) => `${joined}$${hole}${next}`);
  return { name: statement, text, values: slots.map(toParameter) };
}
