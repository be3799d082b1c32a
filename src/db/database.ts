/** Runs statements: over a pool, or over the one connection of a transaction. */
import pg from "pg";
import { Sql, sql, toParameter } from "./sql.ts";
import type { ReadText, Statement } from "./statement.ts";
import { StatementRun } from "./statement-run.ts";

/** A pool or a connection. pg's types do not know that a run of ours answers by call. */
interface Runner {
  query(query: Query): Promise<pg.QueryResult>;
  query(run: StatementRun, done: (error: Error | null, rows: unknown) => void): unknown;
}

/** Arrays are written as PostgreSQL reads them in text. */
type StatementValue = string | Temporal.Instant;

/** pg's types do not know that a single query may have a limit of its own. */
type Query = pg.QueryConfig & { query_timeout?: number };

/** The tenant whose rows row-level security lets through, until the transaction ends. */
export type Scope = { readonly partnerId: string } | { readonly accountId: string };

/** No word from the server, not even that the statement takes too long. */
export class DatabaseSilent extends Error {
  override readonly name = "DatabaseSilent";
  readonly code = "ETIMEDOUT";
}

// Connection lost or refused, too many of them, the server going down or coming up.
const AWAY = /^(08|53|57P0)|^E(CONN|PIPE|TIMEDOUT|HOST|NET)/;

/** Whether another statement would fare no better: the server is not there for anybody. */
export function isServerAway(error: unknown): boolean {
  if (error instanceof DatabaseBusy) return true;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (typeof code === "string") return AWAY.test(code);
  // pg says these without a code.
  return typeof message === "string" && /^(Connection terminated|timeout exceeded)/.test(message);
}

const READ_TIMEOUT = "Query read timeout";

export class Database {
  readonly #runner: Runner;
  readonly #answerWithinMs: number | undefined;

  /** Without a limit, a statement is waited for as long as its connection stands. */
  constructor(runner: Runner, answerWithinMs?: number) {
    this.#runner = runner;
    this.#answerWithinMs = answerWithinMs;
  }

  /** A template tag: the statement stands where it runs, and its slots become parameters. */
  async rows<Row>(literals: TemplateStringsArray, ...slots: readonly unknown[]): Promise<Row[]> {
    const result = await this.#run(toQuery(literals, slots));
    return result.rows as Row[];
  }

  /** For statements that are looked at for how many rows they touched. */
  async count(literals: TemplateStringsArray, ...slots: readonly unknown[]): Promise<number> {
    const result = await this.#run(toQuery(literals, slots));
    return result.rowCount ?? 0;
  }

  /** For statements that are put together once: see Statement. */
  run<Row>(statement: Statement, values: readonly StatementValue[]): Promise<Row[]> {
    const answerWithinMs = this.#answerWithinMs;
    const texts = values.map((value) => (typeof value === "string" ? value : value.toString()));
    const run = new StatementRun({ statement, values: texts, answerWithinMs, readerOf });
    return new Promise((resolve, reject) => {
      this.#runner.query(run, (error, rows) => {
        if (error) reject(asSilence(error));
        else resolve(rows as Row[]);
      });
    });
  }

  async #run(query: Query): Promise<pg.QueryResult> {
    if (this.#answerWithinMs !== undefined) query.query_timeout = this.#answerWithinMs;
    try {
      return await this.#runner.query(query);
    } catch (error) {
      throw asSilence(error as Error);
    }
  }
}

function asSilence(error: Error): Error {
  return error.message === READ_TIMEOUT ? new DatabaseSilent(READ_TIMEOUT) : error;
}

export interface PoolOptions {
  readonly connectionString: string;
  /** The role that the connection works under; absent: the login's own. */
  readonly role?: string;
  readonly size: number;
  readonly queueMax: number;
  readonly statementTimeoutMs: number;
  /** Further settings of every connection. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onError?: (error: Error) => void;
}

/** Too many requests wait for a connection: said at once, so that the queue stays short. */
export class DatabaseBusy extends Error {
  override readonly name = "DatabaseBusy";
}

const CONNECT_TIMEOUT_MS = 2_000;
/** How much longer than the server's own limit we wait before we call it silent. */
const SILENCE_MS = 500;

export class DatabasePool extends Database {
  readonly #pool: pg.Pool;
  readonly #queueMax: number;
  readonly #answerWithinMs: number;

  constructor(options: PoolOptions) {
    const pool = new pg.Pool({
      connectionString: options.connectionString,
      options: sessionOptions(options),
      max: options.size,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      application_name: "sixdoors",
      types: { getTypeParser },
    });
    // A connection that breaks while idle is replaced at its next use; nobody waits for it.
    pool.on("error", (error) => options.onError?.(error));
    // One that breaks in use fails its statement; unheard, the event would end the process.
    pool.on("connect", (client) => client.on("error", () => {}));
    const answerWithinMs = options.statementTimeoutMs + SILENCE_MS;
    super(
      { query: (query: never, done?: never) => this.#admit().query(query, done) } as Runner,
      answerWithinMs,
    );
    this.#pool = pool;
    this.#queueMax = options.queueMax;
    this.#answerWithinMs = answerWithinMs;
  }

  /** Runs work in one transaction: all of its statements land, or none do. */
  async atomically<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const client = await this.#admit().connect();
    const db = new Database(client, this.#answerWithinMs);
    try {
      await db.rows`begin`;
      const result = await work(db);
      await db.rows`commit`;
      client.release();
      return result;
    } catch (error) {
      client.release(await rollBack(db, error));
      throw error;
    }
  }

  /** The same, seeing only what belongs to one tenant. */
  async within<Result>(scope: Scope, work: (db: Database) => Promise<Result>): Promise<Result> {
    return this.atomically(async (db) => {
      const [setting, id] =
        "partnerId" in scope
          ? ["sixdoors.partner_id", scope.partnerId]
          : ["sixdoors.account_id", scope.accountId];
      await db.rows`select set_config(${setting}, ${id}, true)`;
      return work(db);
    });
  }

  /** One connection of its own, for COPY, listening and locks that outlive a statement. */
  async withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#admit().connect();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      client.release(error as Error);
      throw error;
    }
  }

  /** Of the server, such as 180004: the first contact with it. */
  async serverVersion(): Promise<number> {
    const [row] = await this.rows<{ server_version_num: string }>`show server_version_num`;
    return Number(row?.server_version_num);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  /** After this long without a word, the server is silent. */
  get answerWithinMs(): number {
    return this.#answerWithinMs;
  }

  get waiting(): number {
    return this.#pool.waitingCount;
  }

  /** How many connections there may be. */
  get size(): number {
    return this.#pool.options.max ?? 0;
  }

  get idle(): number {
    return this.#pool.idleCount;
  }

  get connections(): number {
    return this.#pool.totalCount;
  }

  #admit(): pg.Pool {
    if (this.#pool.waitingCount >= this.#queueMax) {
      throw new DatabaseBusy(`${this.#queueMax} statements already wait for a connection`);
    }
    return this.#pool;
  }
}

/** What keeps a connection from being used again, if anything does. */
async function rollBack(db: Database, error: unknown): Promise<Error | undefined> {
  if (error instanceof DatabaseSilent) return error;
  try {
    await db.rows`rollback`;
    return undefined;
  } catch (broken) {
    return broken as Error;
  }
}

function sessionOptions({ role, statementTimeoutMs, settings: more = {} }: PoolOptions): string {
  const settings = [
    "timezone=UTC",
    `statement_timeout=${statementTimeoutMs}`,
    "idle_in_transaction_session_timeout=30000",
    ...(role === undefined ? [] : [`role=${role}`]),
    ...Object.entries(more).map(([setting, value]) => `${setting}=${value}`),
  ];
  return settings.map((setting) => `-c ${setting}`).join(" ");
}

// A template's literals are one object per place in the code, so they name its statement: the
// server plans it once per connection. Spliced statements have no fixed text and no name.
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

const TIMESTAMPTZ = 1184;

// Node's pg gives a Date, which would bring a second kind of time into the house.
function getTypeParser(oid: number, format?: string): unknown {
  if (oid === TIMESTAMPTZ && format !== "binary") return readInstant;
  return pg.types.getTypeParser(oid, format as "text");
}

function readerOf(type: number): ReadText {
  return getTypeParser(type) as ReadText;
}

function readInstant(text: string): Temporal.Instant {
  return Temporal.Instant.from(text.replace(" ", "T"));
}
