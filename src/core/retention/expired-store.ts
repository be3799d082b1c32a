/** Removes what is of no value once it is old: sessions, links, nonces, logs. Some at a time. */
import type { Database } from "../../db/database.ts";

export class ExpiredStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  dropInvitations(expiredBefore: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from pos_invitations where expires_at < ${expiredBefore} and ctid = any (array(
        select ctid from pos_invitations where expires_at < ${expiredBefore} limit ${most}))`;
  }

  /** Answers that were shared, and questions whose asker died. */
  dropLeases(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from verification_leases where held_until < ${before} and ctid = any (array(
        select ctid from verification_leases where held_until < ${before} limit ${most}))`;
  }

  dropSessions(usedBefore: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from pos_sessions where used_at < ${usedBefore} and ctid = any (array(
        select ctid from pos_sessions where used_at < ${usedBefore} limit ${most}))`;
  }

  dropConsoleSessions(usedBefore: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from console_sessions where used_at < ${usedBefore} and ctid = any (array(
        select ctid from console_sessions where used_at < ${usedBefore} limit ${most}))`;
  }

  /** Links that set a password, and were never used. */
  dropPasswordLinks(goodUntil: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from password_links where good_until < ${goodUntil} and ctid = any (array(
        select ctid from password_links where good_until < ${goodUntil} limit ${most}))`;
  }

  dropRuns(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from business_runs where started_at < ${before} and ctid = any (array(
        select ctid from business_runs where started_at < ${before} limit ${most}))`;
  }

  dropRequests(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from request_log where received_at < ${before} and ctid = any (array(
        select ctid from request_log where received_at < ${before} limit ${most}))`;
  }

  dropNonces(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from parser_nonces where used_at <= ${before} and ctid = any (array(
        select ctid from parser_nonces where used_at <= ${before} limit ${most}))`;
  }

  dropMail(before: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from mailbox where received_at < ${before} and ctid = any (array(
        select ctid from mailbox where received_at < ${before} limit ${most}))`;
  }
}
