/** Invitations and reset links. Only the digests of their tokens are stored. */
import type { Database } from "../../../db/database.ts";

export interface Invitation {
  readonly accountId: string;
  readonly userId: string;
  readonly expiresAt: Temporal.Instant;
}

export interface NewInvitation extends Invitation {
  /** When the user requested the link. Undefined if an admin sends it. */
  readonly askedAt: Temporal.Instant | undefined;
}

export class InvitationStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * A link from an admin replaces all earlier links. A requested link replaces only requested links,
   * because anyone can request one and must not be able to end an invitation.
   */
  async replaceInvitations(digest: Uint8Array, invitation: NewInvitation): Promise<void> {
    const { accountId, userId, expiresAt, askedAt } = invitation;
    await this.#db.rows`
      delete from pos_invitations where account_id = ${accountId} and user_id = ${userId}
        and (${askedAt === undefined}::boolean or asked_at is not null)`;
    await this.#db.rows`
      insert into pos_invitations (token_digest, account_id, user_id, expires_at, asked_at)
      values (${digest}, ${accountId}, ${userId}, ${expiresAt}, ${askedAt})`;
  }

  /** Whether the user has requested a link after that time, and it is still stored. */
  async wasRequestedAfter(
    { accountId, userId }: Pick<Invitation, "accountId" | "userId">,
    after: Temporal.Instant,
  ): Promise<boolean> {
    const rows = await this.#db.rows`
      select from pos_invitations
      where account_id = ${accountId} and user_id = ${userId} and asked_at > ${after} limit 1`;
    return rows.length > 0;
  }

  /** Does not check that the user is active, which needs the account's scope. */
  async findInvitation(digest: Uint8Array): Promise<Invitation | undefined> {
    const [row] = await this.#db.rows<Invitation>`
      select account_id as "accountId", user_id as "userId", expires_at as "expiresAt"
      from pos_invitations where token_digest = ${digest}`;
    return row;
  }

  /** Deletes the invitation. Returns false if it has expired or was used before. */
  async consumeInvitation(digest: Uint8Array, now: Temporal.Instant): Promise<boolean> {
    const taken = await this.#db.count`
      delete from pos_invitations where token_digest = ${digest} and expires_at > ${now}`;
    return taken === 1;
  }
}
