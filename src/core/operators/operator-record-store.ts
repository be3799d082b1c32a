/** Reads and changes operators. */
import type { Database } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import { recentResetSince } from "../../values/logins/recent-reset.ts";
import type { OperatorRole } from "../access/operator-role.ts";

export interface OperatorRecord {
  readonly id: string;
  readonly userName: string;
  readonly role: OperatorRole;
  readonly isActive: boolean;
  /** The password was set by someone else. */
  readonly mustChangePassword: boolean;
  readonly hasAuthenticator: boolean;
  /** A passkey signs in alone, without password and code. */
  readonly hasPasskeys: boolean;
  readonly createdAt: Temporal.Instant;
}

export interface NewOperator {
  readonly userName: string;
  readonly role: OperatorRole;
  readonly passwordHash: string;
  readonly mustChangePassword: boolean;
}

interface Reset {
  /** The name of the person who created or reset the login. */
  readonly by: string;
  readonly at: Temporal.Instant;
}

export class OperatorRecordStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  listOperators(): Promise<readonly OperatorRecord[]> {
    return this.#find(sql`true`);
  }

  async findOperator(id: string): Promise<OperatorRecord | undefined> {
    const [row] = await this.#find(sql`operator.id = ${id}`);
    return row;
  }

  async findOperatorByName(userName: string): Promise<OperatorRecord | undefined> {
    const [row] = await this.#find(sql`user_name = ${userName}`);
    return row;
  }

  /** Returns the new id, or undefined if the name is taken. */
  async insertOperator(operator: NewOperator): Promise<string | undefined> {
    const { userName, role, passwordHash, mustChangePassword } = operator;
    const [row] = await this.#db.rows<{ id: string }>`
      insert into operators (user_name, role, password_hash, must_change_password)
      values (${userName}, ${role}, ${passwordHash}, ${mustChangePassword})
      on conflict do nothing returning id`;
    return row?.id;
  }

  async setOperatorRole(id: string, role: OperatorRole): Promise<void> {
    await this.#db.rows`update operators set role = ${role} where id = ${id}`;
  }

  /**
   * Disabling an operator also ends a one-time password that was not replaced yet. An empty hash
   * matches no password, and enabling does not restore the old one.
   */
  async setOperatorActive(id: string, isActive: boolean): Promise<void> {
    await this.#db.rows`
      update operators set is_active = ${isActive},
        password_hash = case when must_change_password then '' else password_hash end
      where id = ${id}`;
  }

  /**
   * Remembers who created or reset the login, beside others who did it in the days before: they may
   * still know its password. Whoever may know the password of the acting login is remembered, too.
   */
  async recordReset(id: string, { by, at }: Reset): Promise<void> {
    await this.#db.rows`
      update operators one set reset_at = ${at}, reset_by = array(
        select lower(${by}::text)
        union select unnest(known.reset_by) from operators known
          where known.reset_at > ${recentResetSince(at)}
            and (known.id = one.id or lower(known.user_name) = lower(${by}::text)))
      where id = ${id}`;
  }

  async storeOneTimePassword(id: string, passwordHash: string): Promise<void> {
    await this.#db.rows`
      update operators set password_hash = ${passwordHash}, must_change_password = true
      where id = ${id}`;
  }

  #find(condition: Sql): Promise<readonly OperatorRecord[]> {
    return this.#db.rows<OperatorRecord>`
      select operator.id, user_name as "userName", role, is_active as "isActive",
        must_change_password as "mustChangePassword", created_at as "createdAt",
        exists (select from authenticators known where known.person_kind = 'operator'
          and known.person_id = operator.id and known.confirmed_at is not null
        ) as "hasAuthenticator",
        exists (select from passkeys where person_kind = 'operator' and person_id = operator.id
        ) as "hasPasskeys"
      from operators operator where ${condition} order by lower(user_name), operator.id`;
  }
}
