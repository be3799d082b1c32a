/**
 * Removes expired records, a batch at a time. Each statement finds its rows by an index and checks their
 * age again, because a row may have been used in the meantime.
 */
import type { Database } from "../../db/database.ts";

export class RetentionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Counters of months without transactions. */
  dropCounters(month: number): Promise<number> {
    return this.#db.count`delete from month_counters where month < ${month}`;
  }

  /** Updates of removed transactions. */
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

  /** Found by the index of creation times, because a token is never used before it is created. */
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

  /** Keys of requests that will not be repeated any more. */
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

  /** Transaction ids that payment forms claimed. */
  dropFormClaims(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from form_claims where claimed_at < ${before} and ctid = any (array(
        select ctid from form_claims where claimed_at < ${before} limit ${most}))`;
  }

  /** Verified bank accounts that must be verified again. */
  dropPasses(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from verification_passes where passed_at < ${before} and ctid = any (array(
        select ctid from verification_passes where passed_at < ${before} limit ${most}))`;
  }

  /** A message id starts with the time of its creation. */
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
