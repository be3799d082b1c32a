/** Spends ids and keys and stores the attempt inside a larger database transaction. */
import type { Database } from "../../../db/database.ts";
import type { Attempt, NewAttempt } from "./attempt.ts";
import { toStoredNote } from "./stored-note.ts";

export class RequestClaimStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** False: the id or the key was used before. */
  async spendClaim(
    { attempt, claim }: Pick<NewAttempt, "attempt" | "claim">,
    oldestIssuedId: Temporal.Instant,
  ): Promise<boolean> {
    if (claim.isIssuedId && !(await this.#spendId(attempt, oldestIssuedId))) return false;
    return claim.keyDigest === undefined || this.#spendKey(attempt, claim.keyDigest);
  }

  async writeAttempt({ attempt, claim, source }: NewAttempt): Promise<boolean> {
    const { accountId, attemptId, transactionId, startedAt } = attempt;
    const begun = await this.#db.count`
      insert into open_attempts (account_id, attempt_id, transaction_id, original_id,
        transaction_type, amount_cents, fingerprint, idempotency_digest, request, started_at,
        lease_until)
      values (${accountId}, ${attemptId}, ${transactionId}, ${attempt.originalId},
        ${attempt.transactionType}, ${attempt.amount}, ${attempt.fingerprint},
        ${claim.keyDigest}, ${toStoredNote(attempt.note)}, ${startedAt}, ${attempt.leaseUntil})
      on conflict do nothing`;
    if (begun === 0 || source === undefined) return begun > 0;
    await this.#db.rows`
      insert into vault (account_id, token_id, kind, sealed, created_at, used_at)
      values (${accountId}, ${transactionId}, ${source.kind}, ${source.sealed},
        ${startedAt}, ${startedAt})
      on conflict do nothing`;
    return true;
  }

  async isOpen({ accountId, attemptId }: Attempt): Promise<boolean> {
    const open = await this.#db.rows`
      select from open_attempts where account_id = ${accountId} and attempt_id = ${attemptId}`;
    return open.length > 0;
  }

  async #spendId(attempt: Attempt, oldest: Temporal.Instant): Promise<boolean> {
    const { accountId, transactionId } = attempt;
    const spent = await this.#db.count`
      delete from issued_ids
      where account_id = ${accountId} and id = ${transactionId} and issued_at > ${oldest}`;
    return spent === 1;
  }

  async #spendKey(attempt: Attempt, digest: Uint8Array): Promise<boolean> {
    const { accountId, attemptId, transactionId, startedAt } = attempt;
    const spent = await this.#db.count`
      insert into idempotency_keys (account_id, digest, attempt_id, transaction_id, created_at)
      values (${accountId}, ${digest}, ${attemptId}, ${transactionId}, ${startedAt})
      on conflict do nothing`;
    return spent === 1;
  }
}
