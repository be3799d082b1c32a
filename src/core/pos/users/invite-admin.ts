/** Invites the first admin of an account, who then invites the other users. */
import { type ActOrigin, type Actor, recordAct } from "../../audit/act.ts";
import type { PosCore } from "../pos.ts";
import { sendInvitation } from "./invitation.ts";
import type { PosUser } from "./pos-user.ts";
import { UserRecordStore } from "./user-record-store.ts";

export interface NewAdmin {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

export interface Inviting {
  readonly actor: Actor;
  readonly from?: ActOrigin | undefined;
}

export type AdminOutcome =
  | { readonly kind: "invited"; readonly user: PosUser }
  | { readonly kind: "email_taken" }
  /** The account does not exist or is disabled. */
  | { readonly kind: "no_account" };

/** Writes the email with the link in the same commit. */
export async function inviteAdmin(
  pos: PosCore,
  accountId: string,
  { admin, by }: { readonly admin: NewAdmin; readonly by: Inviting },
): Promise<AdminOutcome> {
  const account = await pos.accounts.findAccount(accountId);
  if (account === undefined) return { kind: "no_account" };
  return pos.database.within({ accountId }, async (db): Promise<AdminOutcome> => {
    const order = { ...admin, role: "admin", isActive: true, passwordHash: undefined } as const;
    const users = new UserRecordStore(db, accountId);
    const user = await users.addUser({ ...order, createdAt: pos.clock.wall() });
    if (user === undefined) return { kind: "email_taken" };
    await sendInvitation(pos, db, { caller: { account }, user });
    await recordAct(db, {
      ...by,
      action: "pos_user.create",
      subject: { kind: "pos_user", id: user.id },
      after: { accountId, ...admin, role: user.role, isActive: user.isActive },
      result: "done",
    });
    return { kind: "invited", user };
  });
}
