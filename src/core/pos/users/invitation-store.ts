/** Invitations, known only by their tokens' digests. */
import type { Database } from "../../../db/database.ts";

export interface Invitation {
  readonly accountId: string;
  readonly userId: string;
  readonly expiresAt: Temporal.Instant;
}

export interface NewInvitation extends Invitation {
  /** When the user asked for it; undefined where an admin sends it. */
  readonly askedAt: Temporal.Instant | undefined;
}

export class InvitationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * A new link of an admin ends those before it. One that was asked for ends only others that were
   * asked for: anybody can ask, and must not end an invitation with that.
   */
  async replace(digest: Uint8Array, invitation: NewInvitation): Promise<void> {
    const { accountId, userId, expiresAt, askedAt } = invitation;
    await this.#db.rows`
      delete from pos_invitations where account_id = ${accountId} and user_id = ${userId}
        and (${askedAt === undefined}::boolean or asked_at is not null)`;
    await this.#db.rows`
      insert into pos_invitations (token_digest, account_id, user_id, expires_at, asked_at)
      values (${digest}, ${accountId}, ${userId}, ${expiresAt}, ${askedAt})`;
  }

  /** Whether the user has asked for a link after that moment, and it is still there. */
  async wasAskedFor(
    { accountId, userId }: Pick<Invitation, "accountId" | "userId">,
    after: Temporal.Instant,
  ): Promise<boolean> {
    const rows = await this.#db.rows`
      select from pos_invitations
      where account_id = ${accountId} and user_id = ${userId} and asked_at > ${after} limit 1`;
    return rows.length > 0;
  }

  /** Whether its user is active is known inside the account's scope alone. */
  async find(digest: Uint8Array): Promise<Invitation | undefined> {
    const [row] = await this.#db.rows<Invitation>`
      select account_id as "accountId", user_id as "userId", expires_at as "expiresAt"
      from pos_invitations where token_digest = ${digest}`;
    return row;
  }

  /** Once. False: it has ended, or was used before. */
  async take(digest: Uint8Array, now: Temporal.Instant): Promise<boolean> {
    const taken = await this.#db.count`
      delete from pos_invitations where token_digest = ${digest} and expires_at > ${now}`;
    return taken === 1;
  }
}
