/**
 * Removes the authenticator and the passkeys of another person, who lost the device: by an admin of
 * their merchant account, or by a System Admin of their partner. Their sessions in the console end, and
 * they get an email. People remove their own with a code.
 */
import type { Database } from "../../db/database.ts";
import { endConsoleSessions } from "../access/console-session-store.ts";
import { removePasskeys } from "../access/passkey-removal-store.ts";
import { recordAct } from "../audit/act.ts";
import { findAndLock, lockClientOfRow } from "../management/scope/locked-row-store.ts";
import { actOnManagement, type ManagementCaller } from "../management/scope/management-act.ts";
import { lockPartnerOfUser } from "../management/users/administrator-store.ts";
import { findUser } from "../management/users/contact-store.ts";
import { isOwnUser, requireRightsOver } from "../management/users/user-rules.ts";
import type { PosCaller } from "../pos/users/pos-user.ts";
import { UserRecordStore } from "../pos/users/user-record-store.ts";
import { AuthenticatorStore } from "./authenticator-store.ts";
import { announceToAddress } from "./login-notice.ts";
import type { PersonKey } from "./person.ts";
import type { Sessions } from "./sessions.ts";

export type RemovalNeeds = Pick<Sessions, "db" | "clock" | "custody">;

export type RemovalOutcome = "removed" | "not_found" | "own";

/** The user must belong to the caller's account. */
export async function removeMerchantMethods(
  needs: RemovalNeeds,
  { account, user: by, from }: PosCaller,
  id: string,
): Promise<RemovalOutcome> {
  if (by.id === id) return "own";
  return needs.db.within({ accountId: account.id }, async (db) => {
    const user = await new UserRecordStore(db, account.id).lockUser(id);
    if (user === undefined) return "not_found";
    const key = { kind: "pos_user", id, tenantId: account.id } as const;
    const login = { key, name: user.email, email: user.email, by: by.email };
    const removed = await removeMethods(needs, db, login);
    await recordAct(db, {
      actor: { kind: "merchant_user", id: by.id, name: by.email },
      action: "pos_user.remove_sign_in_methods",
      subject: { kind: "pos_user", id },
      after: removed,
      result: "done",
      from,
    });
    return "removed";
  });
}

/** The user must be visible to the caller, who must have all rights of the user. */
export async function removeContactMethods(
  needs: RemovalNeeds,
  caller: ManagementCaller,
  id: string,
): Promise<RemovalOutcome> {
  if (isOwnUser(caller, id)) return "own";
  return actOnManagement(needs, caller, async (management) => {
    await lockPartnerOfUser(management, id);
    await lockClientOfRow(management, "contacts", id);
    const user = await findAndLock(management, { table: "contacts", id }, findUser);
    if (user === undefined) return "not_found";
    requireRightsOver(caller, user);
    const { userName: name, email, partner } = user;
    const key = { kind: "contact", id, tenantId: partner.id } as const;
    const login = { key, name, email, by: caller.actor.name };
    const removed = await removeMethods(needs, management.db, login);
    const action = "user.remove_sign_in_methods";
    await management.record({ kind: "user", id, action, after: removed });
    return "removed";
  });
}

interface Login {
  readonly key: PersonKey;
  readonly name: string;
  readonly email: string;
  /** The name of the person who removes them. */
  readonly by: string;
}

async function removeMethods(
  needs: RemovalNeeds,
  db: Database,
  { key, name, email, by }: Login,
): Promise<{ readonly authenticator: boolean; readonly passkeys: number }> {
  const authenticator = await new AuthenticatorStore(db).deleteAuthenticator(key);
  const passkeys = await removePasskeys(db, key.kind, key.id);
  await endConsoleSessions(db, key.kind, key.id);
  if (authenticator || passkeys > 0) {
    const title = `The authenticator and the passkeys of the login ${name} were removed`;
    const sentence = `${by} removed the authenticator and the passkeys of the login ${name}. The password is enough to sign in until you add them again.`;
    await announceToAddress(db, needs, { email, notice: { title, sentence } });
  }
  return { authenticator, passkeys };
}
