/** Invitations, known only by their tokens' digests. */
import type { Database } from "../../../db/database.ts";

export interface Invitation {
  readonly accountId: string;
  readonly userId: string;
  readonly expiresAt: Temporal.Instant;
}

export class InvitationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async add(digest: Uint8Array, { accountId, userId, expiresAt }: Invitation): Promise<void> {
    await this.#db.rows`
      insert into till_invitations (token_digest, account_id, user_id, expires_at)
      values (${digest}, ${accountId}, ${userId}, ${expiresAt})`;
  }

  async find(digest: Uint8Array): Promise<Invitation | undefined> {
    const [row] = await this.#db.rows<Invitation>`
      select account_id as "accountId", user_id as "userId", expires_at as "expiresAt"
      from till_invitations where token_digest = ${digest}`;
    return row;
  }

  /** Once: all invitations of the user go with it. False: it is over, or was taken before. */
  async take(digest: Uint8Array, now: Temporal.Instant): Promise<boolean> {
    const [taken] = await this.#db.rows<{ account_id: string; user_id: string }>`
      delete from till_invitations where token_digest = ${digest} and expires_at > ${now}
      returning account_id, user_id`;
    if (taken === undefined) return false;
    await this.#db.rows`
      delete from till_invitations
      where account_id = ${taken.account_id} and user_id = ${taken.user_id}`;
    return true;
  }
}
