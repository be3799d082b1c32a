/** The roles of the application, the login that serves, and the tables that they must not own. */
import type { Database } from "../../db/database.ts";

export interface RoleFacts {
  readonly name: string;
  /** It is a superuser, or has BYPASSRLS. */
  readonly bypassesPolicies: boolean;
  /** Roles that it may switch to and that bypass the policies, such as the owner of the tables. */
  readonly mayBecome: readonly string[];
}

export interface LoginFacts {
  readonly name: string;
  readonly bypassesPolicies: boolean;
  readonly ownsTables: boolean;
}

export class RoleStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  listRoles(names: readonly string[]): Promise<readonly RoleFacts[]> {
    return this.#db.rows<RoleFacts>`
      select role.rolname::text as name,
        role.rolsuper or role.rolbypassrls as "bypassesPolicies",
        array(
          select other.rolname::text from pg_roles other
          where other.oid <> role.oid and pg_has_role(role.oid, other.oid, 'member')
            and (other.rolsuper or other.rolbypassrls or other.oid in (
              select relowner from pg_class where oid = to_regclass('migrations')))
          order by other.rolname
        ) as "mayBecome"
      from pg_roles role where role.rolname = any (${names}::text[]) order by role.rolname`;
  }

  /** The login of this session. */
  async readLogin(): Promise<LoginFacts> {
    const [row] = await this.#db.rows<LoginFacts>`
      select rolname::text as name, rolsuper or rolbypassrls as "bypassesPolicies",
        coalesce((select pg_has_role(session_user, relowner, 'usage') from pg_class
          where oid = to_regclass('migrations')), false) as "ownsTables"
      from pg_roles where rolname = session_user`;
    if (row === undefined) throw new Error("the login is not in pg_roles");
    return row;
  }

  /** Tables that have policies which are not enforced. */
  async listUnprotectedTables(): Promise<readonly string[]> {
    const rows = await this.#db.rows<{ name: string }>`
      select relname::text as name from pg_class
      where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and not relrowsecurity
        and exists (select from pg_policy where polrelid = pg_class.oid)
      order by relname`;
    return rows.map(({ name }) => name);
  }
}
