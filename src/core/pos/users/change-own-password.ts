/**
 * A user of the point of sale changes their own password and proves the old one. Every other session
 * of theirs ends; the one that asks goes on.
 */
import type { Database } from "../../../db/database.ts";
import type { Secret } from "../../../values/secret.ts";
import { hashPassword } from "../../access/password.ts";
import { recordAct } from "../../audit/act.ts";
import type { PosServices } from "../pos.ts";
import { authenticatePosUser } from "./log-in.ts";
import type { PosCaller, PosUser } from "./pos-user.ts";
import { replacePosPassword } from "./replace-password.ts";
import { digestOf } from "./session.ts";
import { UserRecordStore } from "./user-record-store.ts";

export interface OwnPasswordChange {
  /** Of the session that asks. */
  readonly token: string;
  readonly oldPassword: Secret;
  readonly password: Secret;
  /** Where the request came from: wrong passwords are counted by it. */
  readonly address: string;
}

export type OwnPasswordOutcome =
  | { readonly kind: "changed"; readonly user: PosUser }
  /** The old password is not this one, or not any more. */
  | { readonly kind: "refused" }
  | { readonly kind: "locked"; readonly forMs: number }
  | { readonly kind: "busy" };

const REFUSED: OwnPasswordOutcome = { kind: "refused" };

export async function changeOwnPassword(
  pos: PosServices,
  caller: PosCaller,
  { token, oldPassword, password, address }: OwnPasswordChange,
): Promise<OwnPasswordOutcome> {
  const { account, user } = caller;
  const login = { accountId: account.id, email: user.email, password: oldPassword };
  const admission = await authenticatePosUser(pos, login, address);
  if (admission.kind !== "admitted") return admission;
  // The slow part, before the transaction begins.
  const hash = await hashPassword(password);
  const { passwordDigest } = admission.caller;
  const keptSession = digestOf(pos, token);
  return pos.database.within({ accountId: account.id }, async (db) => {
    const users = new UserRecordStore(db, account.id);
    if ((await users.lockProven(user.id, passwordDigest)) === undefined) return REFUSED;
    const now = pos.clock.wall();
    const place = { accountId: account.id, userId: user.id };
    const changed = await replacePosPassword(db, { ...place, hash, now, keptSession });
    if (changed === undefined) return REFUSED;
    await record(db, caller);
    return { kind: "changed", user: changed };
  });
}

async function record(db: Database, { user, from }: PosCaller): Promise<void> {
  await recordAct(db, {
    actor: { kind: "merchant_user", id: user.id, name: user.email },
    action: "pos_user.change_password",
    subject: { kind: "pos_user", id: user.id },
    result: "done",
    from,
  });
}
