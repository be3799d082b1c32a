/** The transaction of an export or import, with settings that make values portable. */
import type pg from "pg";
import type { DatabasePool } from "../database-pool.ts";
import { type Sql, sql } from "../sql.ts";
import { TransferError } from "./format.ts";

/** No timeouts, and the same text format on every server. */
const TRANSFER_SETTINGS = `
  set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local client_encoding = 'UTF8';
  set local timezone = 'UTC';
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1`;

export async function withTransferTransaction<Result>(
  owner: DatabasePool,
  begin: string,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  return owner.withClient(async (client) => {
    let isLost = false;
    // Without a listener, the event of a lost connection would end the process.
    const onError = () => {
      isLost = true;
    };
    client.on("error", onError);
    try {
      await client.query(begin);
      await client.query(TRANSFER_SETTINGS);
      const result = await work(client);
      await client.query("commit");
      client.off("error", onError);
      return result;
    } catch (error) {
      throw isLost || isServerShutdown(error) ? new TransferError(LOST) : error;
    }
  });
}

const LOST =
  "The connection to the database was lost, and nothing was changed. Run the command again.";

/** An operator ended the connection, or the server is shutting down. */
function isServerShutdown(error: unknown): boolean {
  return /^57P0/.test((error as { code?: string }).code ?? "");
}

export function commaList(items: readonly Sql[]): Sql {
  return items.reduce((left, right) => sql`${left}, ${right}`);
}
