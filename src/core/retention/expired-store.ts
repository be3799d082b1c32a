/** Removes records without value after their time: sessions, links, nonces, logs. A batch at a time. */
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

  /** Shared answers, and requests of processes that died. */
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

  /** Unused links to set a password. */
  dropPasswordLinks(goodUntil: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from password_links where good_until < ${goodUntil} and ctid = any (array(
        select ctid from password_links where good_until < ${goodUntil} limit ${most}))`;
  }

  /** Unused links of forgotten passwords. */
  dropPasswordResets(goodUntil: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from password_resets where good_until < ${goodUntil} and ctid = any (array(
        select ctid from password_resets where good_until < ${goodUntil} limit ${most}))`;
  }

  /** Sign-ins that were not finished. */
  dropChallenges(goodUntil: Temporal.Instant, most: number): Promise<number> {
    return this.#db.count`
      delete from sign_in_challenges where good_until < ${goodUntil} and ctid = any (array(
        select ctid from sign_in_challenges where good_until < ${goodUntil} limit ${most}))`;
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
