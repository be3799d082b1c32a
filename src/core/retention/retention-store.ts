/** What is too old goes. Each statement removes all that is older than a moment, and counts it. */
import type { Database } from "../../db/database.ts";

export class RetentionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counters of months whose transactions are gone. */
  dropCounters(month: number): Promise<number> {
    return this.#db.count`delete from id_counters where month < ${month}`;
  }

  /** What the ACH network said of transactions that are gone. */
  async dropUpdates(firstKept: string): Promise<number> {
    const updates = await this.#db.count`
      delete from ach_updates where transaction_id < ${firstKept}`;
    const notices = await this.#db.count`
      delete from ach_notices where transaction_id < ${firstKept}`;
    return updates + notices;
  }

  dropTokens(usedBefore: Temporal.Instant): Promise<number> {
    return this.#db.count`delete from vault where used_at < ${usedBefore}`;
  }

  /** Ids that were handed out and never spent, and keys of requests that nobody will repeat. */
  async dropUnspentIds(before: Temporal.Instant): Promise<number> {
    const ids = await this.#db.count`delete from issued_ids where issued_at < ${before}`;
    const keys = await this.#db.count`delete from idempotency_keys where created_at < ${before}`;
    return ids + keys;
  }

  /** Bank accounts that passed so long ago that every account asks again. */
  dropPasses(before: Temporal.Instant): Promise<number> {
    return this.#db.count`delete from verification_passes where passed_at < ${before}`;
  }

  /** Answers that were shared, and questions whose asker died. */
  dropLeases(before: Temporal.Instant): Promise<number> {
    return this.#db.count`delete from verification_leases where held_until < ${before}`;
  }

  dropSessions(usedBefore: Temporal.Instant): Promise<number> {
    return this.#db.count`delete from till_sessions where used_at < ${usedBefore}`;
  }

  dropRuns(before: Temporal.Instant): Promise<number> {
    return this.#db.count`delete from business_runs where started_at < ${before}`;
  }

  dropRequests(before: Temporal.Instant): Promise<number> {
    return this.#db.count`delete from request_log where received_at < ${before}`;
  }

  /** A message id begins with the second it was made in. */
  dropCalls(before: Temporal.Instant, most: number): Promise<number> {
    const oldest = `1${before.toString({ smallestUnit: "second" }).replace(/\D/g, "")}`;
    return this.#db.count`
      delete from parser_journal where message_id in (
        select message_id from parser_journal
        where message_id < ${oldest} order by message_id limit ${most})`;
  }

  dropNonces(before: Temporal.Instant): Promise<number> {
    return this.#db.count`delete from parser_nonces where used_at <= ${before}`;
  }

  dropMail(before: Temporal.Instant): Promise<number> {
    return this.#db.count`delete from mailbox where received_at < ${before}`;
  }
}
