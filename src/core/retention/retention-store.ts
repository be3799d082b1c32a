/**
 * Removes expired records, a batch at a time. Each statement finds its rows by an index and checks their
 * age again, because a row may have been used in the meantime.
 */
import type { Database } from "../../db/database.ts";
import { deleteOldRows } from "../../db/sharding/delete-rows.ts";
import { sql } from "../../db/sql.ts";

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
    const isOld = sql`transaction_id < ${firstKept}`;
    return deleteOldRows(this.#db, { table: "ach_updates", key: "transaction_id", isOld, most });
  }

  dropAchRetries(firstKept: string, most: number): Promise<number> {
    const isOld = sql`transaction_id < ${firstKept}`;
    return deleteOldRows(this.#db, { table: "ach_retries", key: "transaction_id", isOld, most });
  }

  dropAchNotices(firstKept: string, most: number): Promise<number> {
    const isOld = sql`transaction_id < ${firstKept}`;
    return deleteOldRows(this.#db, { table: "ach_notices", key: "transaction_id", isOld, most });
  }

  /** Found by the index of creation times, because a token is never used before it is created. */
  dropTokens(usedBefore: Temporal.Instant, most: number): Promise<number> {
    const isOld = sql`created_at < ${usedBefore} and used_at < ${usedBefore}`;
    return deleteOldRows(this.#db, { table: "vault", key: "token_id", isOld, most });
  }

  dropUnspentIds(before: Temporal.Instant, most: number): Promise<number> {
    const isOld = sql`issued_at < ${before}`;
    return deleteOldRows(this.#db, { table: "issued_ids", key: "id", isOld, most });
  }

  /** Keys of requests that will not be repeated any more. */
  dropIdempotencyKeys(before: Temporal.Instant, most: number): Promise<number> {
    const isOld = sql`created_at < ${before}`;
    const table = "idempotency_keys";
    return deleteOldRows(this.#db, { table, key: "digest", type: "bytea", isOld, most });
  }

  /** Guards against duplicates, long after they expired. */
  dropDuplicateGuards(before: Temporal.Instant, most: number): Promise<number> {
    const isOld = sql`expires_at < ${before}`;
    const table = "duplicate_guards";
    return deleteOldRows(this.#db, { table, key: "digest", type: "bytea", isOld, most });
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

  /** Corrected bank accounts that no entry has used for as long as tokens are kept. */
  dropCorrections(usedBefore: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from bank_corrections where used_at < ${usedBefore} and ctid = any (array(
        select ctid from bank_corrections where used_at < ${usedBefore} limit ${most}))`;
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
