/**
 * Removes what is too old, some at a time. Each statement finds its rows by an index and checks
 * their age again, because a row may have been used in the meantime.
 */
import type { Database } from "../../db/database.ts";

export class RetentionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counters of months whose transactions are gone. */
  dropCounters(month: number): Promise<number> {
    return this.#db.count`delete from month_counters where month < ${month}`;
  }

  /** What the ACH network said of transactions that are gone. */
  dropAchUpdates(firstKept: string, most: number): Promise<number> {
    return this.#db.count`
      delete from ach_updates where transaction_id < ${firstKept} and ctid = any (array(
        select ctid from ach_updates where transaction_id < ${firstKept} limit ${most}))`;
  }

  dropAchNotices(firstKept: string, most: number): Promise<number> {
    return this.#db.count`
      delete from ach_notices where transaction_id < ${firstKept} and ctid = any (array(
        select ctid from ach_notices where transaction_id < ${firstKept} limit ${most}))`;
  }

  /** A token is never used before it is made: the index of its making finds it. */
  dropTokens(usedBefore: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from vault where used_at < ${usedBefore} and ctid = any (array(
        select ctid from vault where created_at < ${usedBefore} and used_at < ${usedBefore}
        limit ${most}))`;
  }

  dropUnspentIds(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from issued_ids where issued_at < ${before} and ctid = any (array(
        select ctid from issued_ids where issued_at < ${before} limit ${most}))`;
  }

  /** Keys of requests that nobody will repeat. */
  dropIdempotencyKeys(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from idempotency_keys where created_at < ${before} and ctid = any (array(
        select ctid from idempotency_keys where created_at < ${before} limit ${most}))`;
  }

  dropSaleKeys(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from pos_keys where created_at < ${before} and ctid = any (array(
        select ctid from pos_keys where created_at < ${before} limit ${most}))`;
  }

  /** Ids that forms claimed. */
  dropFormClaims(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from form_claims where claimed_at < ${before} and ctid = any (array(
        select ctid from form_claims where claimed_at < ${before} limit ${most}))`;
  }

  /** Bank accounts that passed so long ago that every account asks again. */
  dropPasses(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from verification_passes where passed_at < ${before} and ctid = any (array(
        select ctid from verification_passes where passed_at < ${before} limit ${most}))`;
  }

  /** A message id begins with the second it was made in. */
  dropCalls(before: Temporal.Instant, most: number): Promise<number> {
    const oldest = messageIdAt(before);
    return this.#db.count`
      delete from parser_journal where message_id < ${oldest} and ctid = any (array(
        select ctid from parser_journal where message_id < ${oldest} limit ${most}))`;
  }
}

export function messageIdAt(moment: Temporal.Instant): string {
  return `1${moment.toString({ smallestUnit: "second" }).replace(/\D/g, "")}`;
}
