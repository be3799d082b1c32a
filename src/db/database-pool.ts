/** The connections of a process to its database, and transactions over one of them. */
import pg from "pg";
import { getTypeParser } from "./column-types.ts";
import { Database, type Runner } from "./database.ts";
import { RenewablePool } from "./renewable-pool.ts";
import {
  DatabaseBusy,
  DatabaseSilent,
  isReadOnlyError,
  isServerUnavailable,
} from "./server-errors.ts";

/** The tenant whose rows row-level security lets through, until the transaction ends. */
export type Scope = { readonly partnerId: string } | { readonly accountId: string };

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

const CONNECT_TIMEOUT_MS = 2_000;
/** How much longer than the server's own limit we wait before we call it silent. */
const SILENCE_MS = 500;

export class DatabasePool extends Database {
  readonly #pool: RenewablePool;
  readonly #queueMax: number;
  readonly #answerWithinMs: number;
  #losses = 0;

  constructor(options: PoolOptions) {
    const answerWithinMs = options.statementTimeoutMs + SILENCE_MS;
    super(
      { query: (query: never, done?: never) => this.#admit().query(query, done) } as Runner,
      answerWithinMs,
      (error) => this.#countLoss(error),
    );
    this.#pool = new RenewablePool(() => openConnections(options, () => this.#losses++));
    this.#queueMax = options.queueMax;
    this.#answerWithinMs = answerWithinMs;
  }

  /** Runs work in one transaction: all of its statements land, or none do. */
  async atomically<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    const client = await this.#connect();
    const db = new Database(client, this.#answerWithinMs, (error) => this.#countLoss(error));
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
    const client = await this.#connect();
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

  /**
   * How many times a connection broke, was refused or stayed silent. After each of them another
   * server may answer, which has lost the last commits: what is remembered of the database from
   * before must be looked up again.
   */
  get losses(): number {
    return this.#losses;
  }

  /** After this long without a word, the server is silent. */
  get answerWithinMs(): number {
    return this.#answerWithinMs;
  }

  get waiting(): number {
    return this.#pool.current.waitingCount;
  }

  /** How many connections there may be. */
  get size(): number {
    return this.#pool.current.options.max ?? 0;
  }

  get idle(): number {
    return this.#pool.current.idleCount;
  }

  get connections(): number {
    return this.#pool.current.totalCount;
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#admit().connect();
    } catch (error) {
      this.#countLoss(error);
      throw error;
    }
  }

  #countLoss(error: unknown): void {
    if (!(error instanceof DatabaseBusy) && isServerUnavailable(error)) this.#losses++;
  }

  #admit(): pg.Pool {
    const pool = this.#pool.current;
    if (pool.waitingCount >= this.#queueMax) {
      throw new DatabaseBusy(`${this.#queueMax} statements already wait for a connection`);
    }
    return pool;
  }
}

function openConnections(options: PoolOptions, onLoss: () => void): pg.Pool {
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
  pool.on("connect", (client) => client.on("error", onLoss));
  return pool;
}

/** What keeps a connection from being used again, if anything does. */
async function rollBack(db: Database, error: unknown): Promise<Error | undefined> {
  if (error instanceof DatabaseSilent || isReadOnlyError(error)) return error as Error;
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
