/** A pool of database connections, and transactions on one of them. */
import pg from "pg";
import {
  firstServerUrl,
  readServerList,
  type ServerAddress,
  serverUrl,
} from "../values/server-list.ts";
import { chosenClientClass } from "./chosen-client.ts";
import { getTypeParser } from "./column-types.ts";
import { Database, type Runner } from "./database.ts";
import { inlineValues } from "./literal.ts";
import { RenewablePool } from "./renewable-pool.ts";
import { ServerChoice } from "./server-choice.ts";
import {
  DatabaseBusy,
  DatabaseSilent,
  isReadOnlyError,
  isReportedAboutOther,
  isServerUnavailable,
} from "./server-errors.ts";
import { readPooler, setSessionSettings } from "./sessions/pooled-session.ts";
import { Cluster, clusterNodeName } from "./sharding/cluster.ts";
import { COORDINATOR } from "./sharding/coordinator.ts";
import { messagesOf, PROPAGATION, planPerAccountOnCluster } from "./sharding/sessions.ts";
import { Sql, sql } from "./sql.ts";

/** The tenant whose rows are visible under row-level security, until the transaction ends. */
export type Scope = { readonly partnerId: string } | { readonly accountId: string };

export interface PoolOptions {
  readonly connectionString: string;
  /** The role that connections use. Default: the role of the login. */
  readonly role?: string;
  readonly size: number;
  readonly queueMax: number;
  readonly statementTimeoutMs: number;
  /** How long a statement may wait for a connection. Default: 10 s. */
  readonly connectTimeoutMs?: number;
  /** The worker of a Citus cluster whose shards the statements name. Default: the coordinator. */
  readonly node?: string;
  /** More PostgreSQL settings for every connection. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onError?: (error: Error) => void;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** How much longer than the server's own statement timeout we wait for an answer. */
const SILENCE_MS = 500;

export class DatabasePool extends Database {
  readonly #pool: RenewablePool;
  readonly #queueMax: number;
  readonly #answerWithinMs: number;
  /** The nodes behind the server, if it is the coordinator of a Citus cluster. */
  readonly cluster: Cluster<DatabasePool>;
  #losses = 0;
  /** What the coordinator of a cluster reported about its connections to workers. */
  #reportedLosses = 0;

  constructor(options: PoolOptions) {
    const answerWithinMs = options.statementTimeoutMs + SILENCE_MS;
    super({ query: (query: never, done?: never) => this.#admit().query(query, done) } as Runner, {
      answerWithinMs,
      onFailure: (error) => this.#countLoss(error),
      isSharded: () => this.cluster.isSharded(),
      node: options.node ?? COORDINATOR,
    });
    this.#pool = new RenewablePool(() => openConnections(options, () => this.#losses++));
    this.#queueMax = options.queueMax;
    this.#answerWithinMs = answerWithinMs;
    this.cluster = new Cluster({
      coordinator: this,
      openNode: (node) => new DatabasePool(optionsForNode(options, node)),
    });
  }

  /** Runs work in one transaction. */
  atomically<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    return this.#atomically(["begin"], work);
  }

  async #atomically<Result>(
    begin: readonly string[],
    work: (db: Database) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.#connect();
    const db = this.#openOn(client);
    try {
      for (const message of begin) await db.rows`${new Sql([message], [])}`;
      const result = await work(db);
      await db.rows`commit`;
      client.release();
      return result;
    } catch (error) {
      client.release(await rollBack(db, error));
      throw error;
    }
  }

  /** Runs work in one transaction that sees only the rows of one tenant. */
  async within<Result>(scope: Scope, work: (db: Database) => Promise<Result>): Promise<Result> {
    const set =
      "partnerId" in scope
        ? sql`set local sixdoors.partner_id = ${scope.partnerId}`
        : sql`set local sixdoors.account_id = ${scope.accountId}`;
    const isSharded = await this.cluster.isSharded();
    return this.#atomically(messagesOf(["begin", inlineValues(set)], isSharded), work);
  }

  /** Runs work on one connection, for COPY, LISTEN and session locks. */
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

  /** The version of the server, such as 180004. */
  async serverVersion(): Promise<number> {
    const [row] = await this.rows<{ server_version_num: string }>`show server_version_num`;
    return Number(row?.server_version_num);
  }

  async close(): Promise<void> {
    await Promise.all([this.#pool.end(), this.cluster.close()]);
  }

  /**
   * How many times a connection broke, was refused or did not answer. After each of these, another
   * server may answer that has lost the last commits. Anything remembered from the database must
   * then be looked up again. On a cluster: from its coordinator, which has the counters and keys.
   */
  get losses(): number {
    return this.#losses;
  }

  /** The same for the rows of accounts, which the workers of a cluster have. */
  get lossesOfAnyNode(): number {
    return this.#losses + this.#reportedLosses + this.cluster.sumOverNodes("losses");
  }

  /** How long to wait for an answer before the connection counts as lost. */
  get answerWithinMs(): number {
    return this.#answerWithinMs;
  }

  /** Statements that wait for a connection, on a cluster also to its nodes. */
  get waiting(): number {
    return this.#pool.current.waitingCount + this.cluster.sumOverNodes("waiting");
  }

  /** The maximum number of connections. */
  get size(): number {
    return this.#pool.current.options.max ?? 0;
  }

  get idle(): number {
    return this.#pool.current.idleCount;
  }

  get connections(): number {
    return this.#pool.current.totalCount + this.cluster.sumOverNodes("connections");
  }

  #openOn(client: pg.PoolClient): Database {
    return new Database(client, {
      answerWithinMs: this.#answerWithinMs,
      onFailure: (error) => this.#countLoss(error),
      isSharded: () => this.cluster.isSharded(),
      node: this.node,
    });
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
    if (error instanceof DatabaseBusy || !isServerUnavailable(error)) return;
    if (isReportedAboutOther(error)) this.#reportedLosses++;
    else this.#losses++;
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
  const { connectionString, connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const choice = openServerChoice(connectionString, connectTimeoutMs);
  const pool = new pg.Pool({
    connectionString: firstServerUrl(connectionString),
    ...(choice && { Client: chosenClientClass(choice) }),
    ...sessionStart(options),
    max: options.size,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // The process id tells our own sessions from those of other processes (transfer/load-rows.ts).
    application_name: `sixdoors ${process.pid}`,
    types: { getTypeParser },
  });
  // A connection that breaks while it is idle is replaced at the next use. A pool that closes does not
  // wait for its connections, so the server may end them first.
  pool.on("error", (error) => {
    if (!pool.ending) options.onError?.(error);
  });
  // A connection that breaks in use fails its statement. Without a listener, the event would end
  // the process.
  pool.on("connect", (client) => {
    client.on("error", () => {
      choice?.forget();
      onLoss();
    });
  });
  return pool;
}

function openServerChoice(connectionString: string, timeoutMs: number): ServerChoice | undefined {
  const list = readServerList(connectionString);
  return list && new ServerChoice({ connectionString, list, timeoutMs });
}

/** Statements on a node name the tables of its shards, and Citus does not plan them. */
function plansForAnyAccount({ settings, node = COORDINATOR }: PoolOptions): boolean {
  return settings?.["plan_cache_mode"] !== undefined && node === COORDINATOR;
}

/** The same login and database on another node. Its address is the one that the cluster uses. */
function optionsForNode(options: PoolOptions, node: ServerAddress): PoolOptions {
  const connectionString = serverUrl(firstServerUrl(options.connectionString), node);
  return { ...options, connectionString, node: clusterNodeName(node) };
}

/** Returns an error if the connection must not be used again. */
async function rollBack(db: Database, error: unknown): Promise<Error | undefined> {
  if (error instanceof DatabaseSilent || isReadOnlyError(error)) return error as Error;
  try {
    await db.rows`rollback`;
    return undefined;
  } catch (broken) {
    return broken as Error;
  }
}

/** Settings are parameters of the start, or a statement behind a pooler. */
function sessionStart(options: PoolOptions): Pick<pg.PoolConfig, "options" | "onConnect"> {
  const settings = sessionSettings(options);
  const isPooled = readPooler(options.connectionString) !== undefined;
  const plansForAny = plansForAnyAccount(options);
  const onConnect = async (client: pg.ClientBase) => {
    if (isPooled) await setSessionSettings(client, settings);
    if (plansForAny) await planPerAccountOnCluster(client);
  };
  const words = Object.entries(settings).map(([setting, value]) => `-c ${setting}=${value}`);
  return {
    ...(isPooled ? {} : { options: words.join(" ") }),
    ...((isPooled || plansForAny) && { onConnect }),
  };
}

function sessionSettings({ role, statementTimeoutMs, settings = {} }: PoolOptions) {
  return {
    timezone: "UTC",
    statement_timeout: String(statementTimeoutMs),
    ...PROPAGATION,
    idle_in_transaction_session_timeout: "30000",
    // No statement reads enough rows to make up for the time of compiling its plan.
    jit: "off",
    ...(role === undefined ? {} : { role }),
    ...settings,
  };
}
