/** Reads and writes users for admins. Works inside the account's scope. */
import type { Database } from "../../../db/database.ts";
import { type Sql, sql } from "../../../db/sql.ts";
import { type Listed, type PosPage, pageOffset, toListedPage } from "../page.ts";
import type { PosRole, PosUser } from "./pos-user.ts";

export interface NewUser {
  readonly email: string;
  readonly role: PosRole;
  readonly firstName: string;
  readonly lastName: string;
  readonly isActive: boolean;
  readonly passwordHash: string | undefined;
  readonly createdAt: Temporal.Instant;
}

/** Undefined means no change. */
export interface UserChanges {
  readonly email: string | undefined;
  readonly role: PosRole | undefined;
  readonly firstName: string | undefined;
  readonly lastName: string | undefined;
  readonly isActive: boolean | undefined;
  readonly passwordHash: string | undefined;
}

const COLUMNS = sql`id, email, first_name as "firstName", last_name as "lastName", role,
  is_active as "isActive", created_at as "createdAt", updated_at as "updatedAt"`;
const EMAIL_UNIQUE = "pos_users_email_unique";

export class UserRecordStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  async listUsers(page: PosPage): Promise<Listed<PosUser>> {
    const users = await this.#db.rows<PosUser>`
      select ${COLUMNS} from pos_users where account_id = ${this.#accountId}
      order by id limit ${page.perPage + 1} offset ${pageOffset(page)}`;
    const [row] = await this.#db.rows<{ count: number }>`
      select count(*)::integer as count from pos_users where account_id = ${this.#accountId}`;
    return toListedPage(users, page, row?.count ?? 0);
  }

  findUser(id: string): Promise<PosUser | undefined> {
    return this.#find(sql`id = ${id}`);
  }

  /** Locks the user until the transaction ends. */
  lockUser(id: string): Promise<PosUser | undefined> {
    return this.#find(sql`id = ${id} for update`);
  }

  /** Locks the user. Returns undefined if the password is no longer the one with this digest. */
  lockIfPasswordIs(id: string, passwordDigest: Uint8Array): Promise<PosUser | undefined> {
    return this.#find(sql`id = ${id}
      and sha256(convert_to(password_hash, 'UTF8')) = ${passwordDigest} for update`);
  }

  /** False until the user has set a password. */
  async hasPassword(id: string): Promise<boolean> {
    const rows = await this.#db.rows`
      select from pos_users
      where account_id = ${this.#accountId} and id = ${id} and password_hash is not null`;
    return rows.length === 1;
  }

  /** Locks all active admins, so that concurrent changes cannot remove the last one. */
  async lockActiveAdmins(): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ id: string }>`
      select id from pos_users
      where account_id = ${this.#accountId} and role = 'admin' and is_active
      order by id for update`;
    return rows.map(({ id }) => id);
  }

  /** Returns undefined if another user has the address. The transaction has failed then. */
  addUser(user: NewUser): Promise<PosUser | undefined> {
    return unlessTaken(async () => {
      const [row] = await this.#db.rows<PosUser>`
        insert into pos_users (account_id, email, role, first_name, last_name, is_active,
          password_hash, created_at, updated_at)
        values (${this.#accountId}, ${user.email}, ${user.role}, ${user.firstName},
          ${user.lastName}, ${user.isActive}, ${user.passwordHash}, ${user.createdAt},
          ${user.createdAt})
        returning ${COLUMNS}`;
      return row;
    });
  }

  /**
   * Returns undefined if another user has the address. The user must be locked. A change of email,
   * role, password or isActive ends all links of the user.
   */
  async updateUser(
    id: string,
    changes: UserChanges,
    now: Temporal.Instant,
  ): Promise<PosUser | undefined> {
    const { email, role, firstName, lastName, isActive, passwordHash } = changes;
    const before = await this.findUser(id);
    const user = await unlessTaken(async () => {
      const [row] = await this.#db.rows<PosUser>`
        update pos_users set email = coalesce(${email}, email), role = coalesce(${role}, role),
          first_name = coalesce(${firstName}, first_name),
          last_name = coalesce(${lastName}, last_name),
          is_active = coalesce(${isActive}, is_active),
          password_hash = coalesce(${passwordHash}, password_hash), updated_at = ${now}
        where account_id = ${this.#accountId} and id = ${id}
        returning ${COLUMNS}`;
      return row;
    });
    if (before === undefined || user === undefined) return user;
    if (endsLinks(before, user) || passwordHash !== undefined) await this.endLinks(id);
    return user;
  }

  async removeUser(id: string): Promise<void> {
    await this.#db.rows`
      delete from pos_users where account_id = ${this.#accountId} and id = ${id}`;
  }

  /** Ends all sessions, or all except one. */
  async endSessions(id: string, keptDigest?: Uint8Array): Promise<void> {
    await this.#db.rows`
      delete from pos_sessions where account_id = ${this.#accountId} and user_id = ${id}
        and token_digest is distinct from ${keptDigest ?? null}::bytea`;
  }

  async endLinks(id: string): Promise<void> {
    await this.#db.rows`
      delete from pos_invitations where account_id = ${this.#accountId} and user_id = ${id}`;
  }

  async #find(condition: Sql): Promise<PosUser | undefined> {
    const [row] = await this.#db.rows<PosUser>`
      select ${COLUMNS} from pos_users where account_id = ${this.#accountId} and ${condition}`;
    return row;
  }
}

/** Links end when the email, the role or isActive changes. */
export function endsLinks(before: PosUser, after: PosUser): boolean {
  return (["email", "role", "isActive"] as const).some((field) => before[field] !== after[field]);
}

async function unlessTaken(
  write: () => Promise<PosUser | undefined>,
): Promise<PosUser | undefined> {
  try {
    return await write();
  } catch (error) {
    if ((error as { constraint?: string }).constraint === EMAIL_UNIQUE) return undefined;
    throw error;
  }
}
