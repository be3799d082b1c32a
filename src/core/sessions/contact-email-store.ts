/** Finds the address of a partner's or client's user, which the session does not have. */
import type { Database } from "../../db/database.ts";
import type { PersonKey } from "./person.ts";

/** In the person's tenant. */
export async function findContactEmail(
  db: Database,
  { id, tenantId = "" }: PersonKey,
): Promise<string | undefined> {
  const [row] = await db.rows<{ email: string }>`
    select email from contacts where id = ${id} and partner_id = ${tenantId}`;
  return row?.email;
}
