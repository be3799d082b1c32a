/** A read-only transaction that sees one snapshot of the database, and that can be aborted. */
import { connect } from "node:net";
import type { Readable } from "node:stream";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { Database } from "./database.ts";
import type { DatabasePool } from "./database-pool.ts";
import { inlineValues } from "./literal.ts";
import { messagesOf } from "./sharding/sessions.ts";
import { Sql, sql } from "./sql.ts";

export interface SnapshotOptions {
  /** PostgreSQL settings for the transaction, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** The statement timeout. */
  readonly limitMs: number;
  /** Cancels the running statement, and those that start later. */
  readonly signal: AbortSignal;
}

/** Rows as text, in the format of COPY. */
export interface CopiedRows extends Readable {
  /** Known at the end. */
  readonly rowCount: number;
}

export interface DatabaseSnapshot extends Database {
  copy(select: Sql, options: Sql): CopiedRows;
}

class OpenSnapshot extends Database implements DatabaseSnapshot {
  readonly #client: pg.PoolClient;

  constructor(client: pg.PoolClient) {
    super(client);
    this.#client = client;
  }

  copy(select: Sql, options: Sql): CopiedRows {
    const statement = inlineValues(sql`copy (${select}) to stdout (${options})`);
    return this.#client.query(copyTo(statement)) as unknown as CopiedRows;
  }
}

export async function withSnapshot<Result>(
  pool: DatabasePool,
  { settings, limitMs, signal }: SnapshotOptions,
  work: (snapshot: DatabaseSnapshot) => Promise<Result>,
): Promise<Result> {
  const isSharded = await pool.cluster.isSharded();
  return pool.withClient(async (client) => {
    signal.throwIfAborted();
    let stopCanceling = () => {};
    const cancel = () => {
      stopCanceling = keepCanceling(client);
    };
    signal.addEventListener("abort", cancel);
    try {
      for (const message of messagesOf(beginStatements(settings, limitMs), isSharded)) {
        await runWithinAnswerTime(pool, client, message);
      }
      const result = await work(new OpenSnapshot(client));
      await runWithinAnswerTime(pool, client, "commit");
      // A late request must not cancel the statement of another user of the connection.
      signal.throwIfAborted();
      return result;
    } finally {
      signal.removeEventListener("abort", cancel);
      stopCanceling();
    }
  });
}

/** For statements without rows, which the server answers quickly or never. */
async function runWithinAnswerTime(
  pool: DatabasePool,
  client: pg.PoolClient,
  text: string,
): Promise<void> {
  const query: pg.QueryConfig & { query_timeout: number } = {
    text,
    query_timeout: pool.answerWithinMs,
  };
  await client.query(query);
}

/**
 * Sent in as few messages as possible, because round trips dominate the time of a small report. SET LOCAL
 * reaches the workers of a cluster, and set_config() does not.
 */
function beginStatements(
  settings: SnapshotOptions["settings"],
  limitMs: number,
): readonly string[] {
  const all = { ...settings, statement_timeout: String(limitMs) };
  const set = Object.entries(all).map(([setting, value]) =>
    inlineValues(sql`set local ${new Sql([setting], [])} = ${value}`),
  );
  return ["begin isolation level repeatable read, read only", ...set];
}

const CANCEL_REQUEST = 80_877_102;
const CANCEL_AGAIN_MS = 100;
const CANCEL_WITHIN_MS = 2_000;

/**
 * A request that arrives between two statements has no effect, so it is repeated. If the work does
 * not end in time, the connection is unusable.
 */
function keepCanceling(client: pg.PoolClient): () => void {
  cancelStatement(client);
  const again = setInterval(cancelStatement, CANCEL_AGAIN_MS, client);
  const destroy = () => asBackend(client).connection.stream.destroy();
  const giveUp = setTimeout(destroy, CANCEL_WITHIN_MS);
  return () => {
    clearInterval(again);
    clearTimeout(giveUp);
  };
}

/**
 * Cancels the running statement by a cancel request of the protocol, because a role may not be
 * allowed to call pg_cancel_backend for its login.
 */
function cancelStatement(client: pg.PoolClient): void {
  const { host, port, processID, secretKey } = asBackend(client);
  const request = Buffer.alloc(16);
  [16, CANCEL_REQUEST, processID, secretKey].forEach((word, place) => {
    request.writeInt32BE(word, 4 * place);
  });
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(CANCEL_WITHIN_MS, () => socket.destroy());
  // A server that cannot be reached does not run the statement for long.
  socket.on("error", () => {});
  socket.end(request);
}

/** Properties of pg's client that its types do not have. */
interface Backend {
  readonly host: string;
  readonly port: number;
  readonly processID: number;
  readonly secretKey: number;
  readonly connection: { readonly stream: Readable };
}

function asBackend(client: pg.PoolClient): Backend {
  return client as unknown as Backend;
}
