/** Replaces a user's password and ends the sessions. */
import type { Database } from "../../../db/database.ts";
import { NO_OTHER_CHANGES } from "./invitation.ts";
import type { PosUser } from "./pos-user.ts";
import { UserRecordStore } from "./user-record-store.ts";

export interface PosPassword {
  readonly accountId: string;
  readonly userId: string;
  readonly hash: string;
  readonly now: Temporal.Instant;
  /** The digest of the session that stays, if users change their own password. */
  readonly keptSession?: Uint8Array;
}

/** Works inside the account's scope. */
export async function replacePosPassword(
  db: Database,
  { accountId, userId, hash: passwordHash, now, keptSession }: PosPassword,
): Promise<PosUser | undefined> {
  const users = new UserRecordStore(db, accountId);
  const user = await users.updateUser(userId, { ...NO_OTHER_CHANGES, passwordHash }, now);
  await users.endSessions(userId, keptSession);
  return user;
}
