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
    const tillKeys = await this.#db.count`delete from till_keys where created_at < ${before}`;
    const claims = await this.#db.count`delete from form_claims where claimed_at < ${before}`;
    return ids + keys + tillKeys + claims;
  }

  /** Some of the till's sales, with their lines, refunds and photos. None that is under way. */
  async dropSales(before: Temporal.Instant, most: number): Promise<number> {
    const [row] = await this.#db.rows<{ count: number }>`
      with old as (
        select account_id, id from till_sales
        where created_at < ${before} and status <> 'pending' order by created_at limit ${most}
      ), photos as (
        delete from till_photos photo using old join till_sale_lines line
          on line.account_id = old.account_id and line.sale_id = old.id
        where photo.account_id = line.account_id and photo.id = line.photo_id
      ), gone as (
        delete from till_sales sale using old
        where sale.account_id = old.account_id and sale.id = old.id returning 1
      )
      select count(*)::integer as count from gone`;
    return row?.count ?? 0;
  }

  /** Names and addresses that no sale has any more. */
  dropTerms(): Promise<number> {
    return this.#db.count`
      delete from till_terms term where not exists (
        select from till_sale_terms own
        where own.account_id = term.account_id and own.term_id = term.id)`;
  }

  dropInvitations(expiredBefore: Temporal.Instant): Promise<number> {
    return this.#db.count`delete from till_invitations where expires_at < ${expiredBefore}`;
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

  dropConsoleSessions(usedBefore: Temporal.Instant): Promise<number> {
    return this.#db.count`delete from console_sessions where used_at < ${usedBefore}`;
  }

  /** Links that set a password, and were never used. */
  dropPasswordLinks(goodUntil: Temporal.Instant): Promise<number> {
    return this.#db.count`delete from password_links where good_until < ${goodUntil}`;
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
