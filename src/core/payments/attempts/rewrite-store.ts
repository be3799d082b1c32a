/** Stores lost attempts as open ones, inside a database transaction. */

import type { Database } from "../../../db/database.ts";
import { lockUntilCommit } from "../../../db/locks/advisory-locks.ts";
import type { Attempt } from "./attempt.ts";
import { reversalAttemptId } from "./attempt-ids.ts";
import { toStoredNote } from "./stored-note.ts";

/**
 * Keeps two processes from restoring the same attempt. False: the attempt or its reversal is stored
 * already, open or ended.
 */
export async function lockLostAttempt(
  db: Database,
  { accountId, transactionId, attemptId }: Attempt,
): Promise<boolean> {
  await lockUntilCommit(db, "lostAttempt", attemptId);
  const either = [attemptId, reversalAttemptId(attemptId)];
  const [found] = await db.rows`
    select from open_attempts
    where account_id = ${accountId} and attempt_id = any(${either}::uuid[])
    union all
    select from attempts where account_id = ${accountId}
      and transaction_id = ${transactionId} and attempt_id = any(${either}::uuid[])`;
  return found === undefined;
}

export interface OpenDetails {
  readonly state: "unknown" | "reversing";
  readonly keyDigest?: Uint8Array | undefined;
}

export async function writeOpenAttempt(
  db: Database,
  attempt: Attempt,
  { state, keyDigest }: OpenDetails,
): Promise<void> {
  await db.rows`
    insert into open_attempts (account_id, attempt_id, transaction_id, original_id,
      transaction_type, state, amount_cents, fingerprint, idempotency_digest, request, reverses,
      started_at, lease_until)
    values (${attempt.accountId}, ${attempt.attemptId}, ${attempt.transactionId},
      ${attempt.originalId}, ${attempt.transactionType}, ${state}, ${attempt.amount},
      ${attempt.fingerprint}, ${keyDigest}, ${JSON.stringify(toStoredNote(attempt.note))}::json,
      ${attempt.note.reverses}, ${attempt.startedAt}, ${attempt.leaseUntil})
    on conflict do nothing`;
}
