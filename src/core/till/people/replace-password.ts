/** Puts another password in the place of a user's own. Whoever knew the old one is out. */
import type { Database } from "../../../db/database.ts";
import { NOTHING_ELSE } from "./invitation.ts";
import { UserRecordStore } from "./user-record-store.ts";

export interface TillPassword {
  readonly accountId: string;
  readonly userId: string;
  readonly hash: string;
  readonly now: Temporal.Instant;
}

/** Works inside the account's scope. */
export async function replaceTillPassword(
  db: Database,
  { accountId, userId, hash: passwordHash, now }: TillPassword,
): Promise<void> {
  const users = new UserRecordStore(db, accountId);
  await users.update(userId, { ...NOTHING_ELSE, passwordHash }, now);
  await users.endSessions(userId);
}
