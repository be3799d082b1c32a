/** One moment of the database, looked at over one connection, and how to let go of it half-way. */
import { connect } from "node:net";
import type { Readable } from "node:stream";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { Database } from "./database.ts";
import type { DatabasePool } from "./database-pool.ts";
import { inlineValues } from "./literal.ts";
import { type Sql, sql } from "./sql.ts";

export interface SnapshotOptions {
  /** Of the time of the snapshot, by name. */
  readonly settings: Readonly<Record<string, string>>;
  /** No statement runs longer than this. */
  readonly limitMs: number;
  /** Ends the statement that runs. */
  readonly signal: AbortSignal;
}

/** Rows as text, a column each, as COPY writes them. */
export interface CopiedRows extends Readable {
  /** Known at the end. */
  readonly rowCount: number;
}

export interface Snapshot extends Database {
  copy(select: Sql, options: Sql): CopiedRows;
}

class OpenSnapshot extends Database implements Snapshot {
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
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return pool.withClient(async (client) => {
    signal.throwIfAborted();
    let silence: NodeJS.Timeout | undefined;
    const cancel = () => {
      cancelStatement(client);
      // Where no end of the statement arrives, the connection is of no use to anybody.
      silence = setTimeout(() => asBackend(client).connection.stream.destroy(), CANCEL_WITHIN_MS);
    };
    signal.addEventListener("abort", cancel);
    try {
      await runWithinAnswerTime(pool, client, beginStatement(settings, limitMs));
      const result = await work(new OpenSnapshot(client));
      await runWithinAnswerTime(pool, client, "commit");
      return result;
    } finally {
      signal.removeEventListener("abort", cancel);
      clearTimeout(silence);
    }
  });
}

/** What asks for no rows is answered at once, or never. */
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

/** All of it in one message: a small report is mostly messages. */
function beginStatement(settings: SnapshotOptions["settings"], limitMs: number): string {
  const all = { ...settings, statement_timeout: String(limitMs) };
  const set = Object.entries(all).map(([setting, value]) =>
    inlineValues(sql`select set_config(${setting}, ${value}, true)`),
  );
  return ["begin isolation level repeatable read, read only", ...set].join("; ");
}

const CANCEL_REQUEST = 80_877_102;
const CANCEL_WITHIN_MS = 2_000;

/**
 * Asks the server to end what the connection is waiting for. The protocol's own way: a role may
 * not be allowed to cancel by a statement what its login has begun.
 */
function cancelStatement(client: pg.PoolClient): void {
  const { host, port, processID, secretKey } = asBackend(client);
  const request = Buffer.alloc(16);
  [16, CANCEL_REQUEST, processID, secretKey].forEach((word, place) => {
    request.writeInt32BE(word, 4 * place);
  });
  const socket = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(CANCEL_WITHIN_MS, () => socket.destroy());
  // Whoever cannot be reached has no statement running for long.
  socket.on("error", () => {});
  socket.end(request);
}

/** What pg knows of the server's side of a connection. */
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
