/** Logins whose password is about to be replaced by whoever has proven it. */
import type { Database } from "../../db/database.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { PersonKey } from "./person.ts";

const LOGINS: Readonly<Record<PersonKey["kind"], (key: PersonKey) => Sql>> = {
  operator: ({ id }) => sql`operators where id = ${id}`,
  contact: ({ id }) => sql`contact_credentials where contact_id = ${id}`,
  till_user: ({ id, homeId }) => sql`till_users where account_id = ${homeId} and id = ${id}`,
};

/** Until the transaction ends. False: the password is another by now, or the person is gone. */
export async function holdProven(
  db: Database,
  key: PersonKey,
  passwordDigest: Uint8Array,
): Promise<boolean> {
  const held = await db.count`
    select from ${LOGINS[key.kind](key)}
      and sha256(convert_to(password_hash, 'UTF8')) = ${passwordDigest}
    for no key update`;
  return held === 1;
}
