/**
 * Connections through a pooler such as PgBouncer. It does not pass on the parameters with which our
 * connections start, so the role and the settings are set by a statement (`?pooler=session` in the URL).
 * A pooler in transaction mode cannot work: it would give one connection's role and locks to another.
 */
import { randomUUID } from "node:crypto";
import pg from "pg";
import { firstServerUrl } from "../../values/server-list.ts";

const CONNECT_TIMEOUT_MS = 10_000;

/** The value of the parameter `pooler`. Undefined: the server is reached directly. */
export function readPooler(connectionString: string): string | undefined {
  const [, query = ""] = /\?([^#]*)/.exec(connectionString) ?? [];
  return new URLSearchParams(query).get("pooler") ?? undefined;
}

/** Runs on every new connection before its first statement. */
export async function setSessionSettings(
  client: pg.ClientBase,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await client.query("select set_config(key, value, false) from json_each_text($1::json)", [
    JSON.stringify(settings),
  ]);
}

/**
 * Whether two connections get the same session. A pooler that is not in session mode gives the session
 * that was used last to whoever asks next.
 */
export async function sharesSessions(connectionString: string): Promise<boolean> {
  const mark = randomUUID();
  return withTwoClients(connectionString, async (first, second) => {
    await first.query("select set_config('sixdoors.session', $1, false)", [mark]);
    const { rows } = await second.query("select current_setting('sixdoors.session', true) as mark");
    return rows[0]?.mark === mark;
  });
}

async function withTwoClients<Result>(
  connectionString: string,
  work: (first: pg.Client, second: pg.Client) => Promise<Result>,
): Promise<Result> {
  const [first, second] = [openClient(connectionString), openClient(connectionString)];
  try {
    await first.connect();
    await second.connect();
    return await work(first, second);
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

function openClient(connectionString: string): pg.Client {
  const client = new pg.Client({
    connectionString: firstServerUrl(connectionString),
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  // A broken connection fails its statement. Without a listener, the event would end the process.
  client.on("error", () => {});
  return client;
}
