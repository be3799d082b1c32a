/** Ends the console sessions of a person. Stands here because whoever manages people needs it. */
import type { Database } from "../../db/database.ts";

/** Belongs into the commit that disables a person: enabling them again brings nothing back. */
export async function endConsoleSessions(
  db: Database,
  kind: "operator" | "contact" | "pos_user",
  personId: string,
): Promise<void> {
  await db.rows`
    delete from console_sessions where person_kind = ${kind} and person_id = ${personId}`;
}
