/**
 * With this lock one process at a time works on the files of a bank connection. It avoids double work
 * and keeps files in order. That a file is sent once does not depend on it: one draft is claimed by a
 * statement of file-store.ts, and adapters rename a claimed draft once.
 */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { type HeldLock, withSessionLock } from "../../../db/locks/session-lock.ts";

export function withConnectionLock<Result>(
  db: DatabasePool,
  connection: string,
  work: (lock: HeldLock) => Promise<Result>,
): Promise<Result> {
  const subject = `the ACH files of ${connection}`;
  return withSessionLock(db, { name: "bankConnection", text: connection, subject }, work);
}
