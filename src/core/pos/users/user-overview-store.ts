/** Lists users with their invitation and last activity. Works inside the account's scope. */
import type { Database } from "../../../db/database.ts";
import type { PosUser } from "./pos-user.ts";

export interface UserOverview extends PosUser {
  /** False until the user has set a password. */
  readonly hasPassword: boolean;
  /** When the last link expires. */
  readonly linkUntil: Temporal.Instant | null;
  /** The last use of a session at the point of sale or in the console. */
  readonly seenAt: Temporal.Instant | null;
}

export class UserOverviewStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  /** Enabled users first, then by name. */
  async listUserOverviews(
    now: Temporal.Instant,
    { take, skip }: { readonly take: number; readonly skip: number },
  ): Promise<{ readonly items: readonly UserOverview[]; readonly total: number }> {
    const items = await this.#db.rows<UserOverview>`
      select id, email, first_name as "firstName", last_name as "lastName", role,
        is_active as "isActive", created_at as "createdAt", updated_at as "updatedAt",
        password_hash is not null as "hasPassword",
        (select max(expires_at) from pos_invitations link
          where link.account_id = one.account_id and user_id = one.id and expires_at > ${now})
          as "linkUntil",
        greatest(
          (select max(used_at) from pos_sessions session
            where session.account_id = one.account_id and session.user_id = one.id),
          (select max(used_at) from console_sessions session
            where person_kind = 'pos_user' and person_id = one.id
              and home_id = one.account_id)) as "seenAt"
      from pos_users one where account_id = ${this.#accountId}
      order by is_active desc, lower(first_name || ' ' || last_name), lower(email), id
      limit ${take} offset ${skip}`;
    const [row] = await this.#db.rows<{ total: number }>`
      select count(*)::integer as total from pos_users where account_id = ${this.#accountId}`;
    return { items, total: row?.total ?? 0 };
  }
}
