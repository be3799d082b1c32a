/**
 * With this lock one process at a time works on the files of a bank connection. It avoids double work
 * and keeps files in order. That a file is sent once is ensured by the statements of file-store.ts.
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
