/**
 * The readiness check of the database. It uses its own connection, so that a busy pool does not
 * look like a lost database. A lost or read-only database is noticed within two seconds.
 */
import { Database } from "../db/database.ts";
import type { DatabasePool } from "../db/database-pool.ts";
import type { CheckResult } from "../ports/readiness.ts";
import { WatchedCheck } from "./watched-check.ts";

const EVERY_MS = 400;
const ANSWER_WITHIN_MS = 1_000;

/** The server answers but cannot write: it is a standby, or was set to read-only. */
class ReadOnlyServer extends Error {
  override readonly name = "ReadOnlyServer";
}

export function watchDatabase(db: DatabasePool): WatchedCheck {
  return new WatchedCheck({
    name: "database",
    everyMs: EVERY_MS,
    answerWithinMs: ANSWER_WITHIN_MS,
    runCheck: async () => {
      await requireWritableServer(db);
      return { level: "ok" };
    },
    onFailure: judgeServerFailure,
  });
}

/**
 * A connection that does not answer or is read-only is closed, so that the next check uses a new
 * one, which follows a changed address.
 */
export function requireWritableServer(db: DatabasePool): Promise<void> {
  return db.withClient(async (client) => {
    const probe = new Database(client, { answerWithinMs: ANSWER_WITHIN_MS });
    const [server] = await probe.rows<{ isStandby: boolean; isReadOnly: boolean }>`
      select pg_is_in_recovery() as "isStandby",
        current_setting('transaction_read_only') = 'on' as "isReadOnly"`;
    if (server?.isStandby) throw new ReadOnlyServer("The database server is a standby.");
    if (server?.isReadOnly) throw new ReadOnlyServer("The database is set to read-only.");
  });
}

/** Exported for `doctor`. */
export function judgeServerFailure(error: unknown): CheckResult {
  if (!(error instanceof ReadOnlyServer)) {
    return {
      level: "failing",
      state: "database away",
      reason: "The database does not answer. Check the database server and the network.",
    };
  }
  const reason = `${error.message} It cannot be written to. DATABASE_URL must lead to the primary.`;
  return { level: "failing", state: "database read-only", reason };
}
