/** Ends the console sessions of a person. Shared by operators, partner users and merchant users. */
import type { Database } from "../../db/database.ts";

/** Call it in the transaction that disables a person, so that enabling restores no session. */
export async function endConsoleSessions(
  db: Database,
  kind: "operator" | "contact" | "pos_user",
  personId: string,
): Promise<void> {
  await db.rows`
    delete from console_sessions where person_kind = ${kind} and person_id = ${personId}`;
}
