/** Sessions of the point of sale. Only the digests of their tokens are stored. */
import type { Database } from "../../../db/database.ts";
import type { PosUser } from "./pos-user.ts";

export interface PosSession {
  readonly accountId: string;
  readonly userId: string;
  readonly usedAt: Temporal.Instant;
}

export interface NewSession {
  readonly accountId: string;
  /** The user as read by the login. */
  readonly user: Pick<PosUser, "id" | "updatedAt">;
  readonly usedAt: Temporal.Instant;
}

interface SessionRow {
  readonly account_id: string;
  readonly user_id: string;
  readonly used_at: Temporal.Instant;
}

export class PosSessionStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Returns false if the user has changed since the login read it. A concurrent change waits for this
   * transaction and then ends this session too. Works inside the account's scope.
   */
  async openSession(digest: Uint8Array, { accountId, user, usedAt }: NewSession): Promise<boolean> {
    const opened = await this.#db.count`
      insert into pos_sessions (token_digest, account_id, user_id, created_at, used_at)
      select ${digest}::bytea, account_id, id, ${usedAt}::timestamptz, ${usedAt}::timestamptz
      from pos_users
      where account_id = ${accountId} and id = ${user.id} and updated_at = ${user.updatedAt}
      for share`;
    return opened === 1;
  }

  async findSession(digest: Uint8Array): Promise<PosSession | undefined> {
    const [row] = await this.#db.rows<SessionRow>`
      select account_id, user_id, used_at from pos_sessions where token_digest = ${digest}`;
    return row && { accountId: row.account_id, userId: row.user_id, usedAt: row.used_at };
  }

  /** Only moves forward: clocks of processes differ, and a use must never shorten a session. */
  async recordUse(digest: Uint8Array, usedAt: Temporal.Instant): Promise<void> {
    await this.#db.rows`
      update pos_sessions set used_at = ${usedAt}
      where token_digest = ${digest} and used_at < ${usedAt}`;
  }

  async endSession(digest: Uint8Array): Promise<void> {
    await this.#db.rows`delete from pos_sessions where token_digest = ${digest}`;
  }
}
