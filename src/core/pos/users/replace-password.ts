/** Puts another password in the place of a user's own. Whoever knew the old one is out. */
import type { Database } from "../../../db/database.ts";
import { NOTHING_ELSE } from "./invitation.ts";
import type { PosUser } from "./pos-user.ts";
import { UserRecordStore } from "./user-record-store.ts";

export interface PosPassword {
  readonly accountId: string;
  readonly userId: string;
  readonly hash: string;
  readonly now: Temporal.Instant;
  /** The digest of the one session that stays: of whoever changes their own password. */
  readonly keptSession?: Uint8Array;
}

/** Works inside the account's scope. */
export async function replacePosPassword(
  db: Database,
  { accountId, userId, hash: passwordHash, now, keptSession }: PosPassword,
): Promise<PosUser | undefined> {
  const users = new UserRecordStore(db, accountId);
  const user = await users.update(userId, { ...NOTHING_ELSE, passwordHash }, now);
  await users.endSessions(userId, keptSession);
  return user;
}
