/** Removes all passkeys of a person. Shared by operators, partner users and merchant users. */
import type { Database } from "../../db/database.ts";

/**
 * For a person who lost the device or chose a new password with an emailed link: a passkey signs in
 * alone, so one that somebody else added would outlive the new password. Returns how many there were.
 */
export function removePasskeys(
  db: Database,
  kind: "operator" | "contact" | "pos_user",
  personId: string,
): Promise<number> {
  return db.count`delete from passkeys where person_kind = ${kind} and person_id = ${personId}`;
}
