/** Finds the logins with an email address, in all tenants. Returns ids only. */
import type { Database } from "../../../db/database.ts";
import type { PersonKey } from "../person.ts";

/** Each login costs a password check, so an address cannot have any number of them. */
export const LOGINS_MAX = 10;

interface LoginRow {
  readonly kind: PersonKey["kind"];
  readonly id: string;
  readonly tenant_id: string | null;
}

/** Whether the login is enabled, as well as its account or partner, and has this address. */
export async function isActiveLogin(
  db: Database,
  { kind, id }: Pick<PersonKey, "kind" | "id">,
  email: string,
): Promise<boolean> {
  const rows = await db.rows`
    select from logins_with_email(${email}) where kind = ${kind} and id = ${id}::bigint`;
  return rows.length > 0;
}

/**
 * Disabled logins, and logins of disabled accounts and partners, are not found. Partners choose the
 * addresses of their users, and may give one to many of them: theirs come last, and the oldest login
 * of a kind first, so that new logins push nobody out.
 */
export async function findLoginsWithEmail(
  db: Database,
  email: string,
): Promise<readonly PersonKey[]> {
  const rows = await db.rows<LoginRow>`
    select kind, id, tenant_id from logins_with_email(${email})
    order by array_position(array['operator', 'pos_user', 'contact'], kind), id
    limit ${LOGINS_MAX}`;
  return rows.map(toKey);
}

/** An operator of single sign-on has no password: the provider decides who signs in. */
export async function findResettableLogins(
  db: Database,
  email: string,
): Promise<readonly PersonKey[]> {
  const rows = await db.rows<LoginRow>`
    select kind, id, tenant_id from logins_with_email(${email}) login
    where kind <> 'operator' or not exists (select from operators
      where operators.id = login.id and sign_on_subject is not null and password_hash = '')
    order by array_position(array['operator', 'pos_user', 'contact'], kind), id
    limit ${LOGINS_MAX}`;
  return rows.map(toKey);
}

function toKey({ kind, id, tenant_id }: LoginRow): PersonKey {
  return { kind, id, tenantId: tenant_id ?? undefined };
}
