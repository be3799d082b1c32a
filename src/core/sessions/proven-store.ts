/** Locks a login with a verified password while a session opens or a new password is set. */
import type { Database } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { PersonKey } from "./person.ts";

const LOGINS: Readonly<Record<PersonKey["kind"], (key: PersonKey) => Sql>> = {
  operator: ({ id }) => sql`operators where id = ${id}`,
  contact: ({ id }) => sql`contact_credentials where contact_id = ${id}`,
  pos_user: ({ id, tenantId }) => sql`pos_users where account_id = ${tenantId} and id = ${id}`,
};

/** In the person's tenant. Undefined: the person is disabled, deleted or has no password yet. */
export async function findPasswordHash(db: Database, key: PersonKey): Promise<string | undefined> {
  const [row] = await db.rows<{ password_hash: string | null }>`
    select password_hash from ${LOGINS[key.kind](key)} and is_active`;
  return row?.password_hash ?? undefined;
}

/**
 * Locks until the transaction ends. Returns false if the password was changed or the person was
 * disabled or deleted in the meantime.
 */
export async function lockProvenLogin(
  db: Database,
  key: PersonKey,
  passwordDigest: Uint8Array,
): Promise<boolean> {
  const held = await db.count`
    select from ${LOGINS[key.kind](key)} and is_active
      and sha256(convert_to(coalesce(password_hash, ''), 'UTF8')) = ${passwordDigest}
    for no key update`;
  return held === 1;
}
