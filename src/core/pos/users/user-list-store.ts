/** The point of sale's people with how far they have come: invited, or at home. Works inside a scope. */
import type { Database } from "../../../db/database.ts";
import type { PosUser } from "./pos-user.ts";

export interface ListedPerson extends PosUser {
  /** False until the invitation is answered. */
  readonly hasPassword: boolean;
  /** Until when a link that was sent is good. */
  readonly linkUntil: Temporal.Instant | null;
  /** When a session of the point of sale or the console was last used. */
  readonly seenAt: Temporal.Instant | null;
}

export class PeopleStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  /** Those who are enabled first, by name. */
  async page(
    now: Temporal.Instant,
    { take, skip }: { readonly take: number; readonly skip: number },
  ): Promise<{ readonly items: readonly ListedPerson[]; readonly total: number }> {
    const items = await this.#db.rows<ListedPerson>`
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
