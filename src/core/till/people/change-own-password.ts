/**
 * A user of the point of sale changes their own password and proves the old one. Every other session
 * of theirs ends; the one that asks goes on.
 */
import type { Database } from "../../../db/database.ts";
import type { Secret } from "../../../values/secret.ts";
import { hashPassword } from "../../access/password.ts";
import { recordAct } from "../../audit/act.ts";
import type { TillDoor } from "../till.ts";
import { authenticateTillUser } from "./log-in.ts";
import { replaceTillPassword } from "./replace-password.ts";
import { digestOf } from "./session.ts";
import type { TillCaller, TillUser } from "./till-user.ts";
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
  | { readonly kind: "changed"; readonly user: TillUser }
  /** The old password is not this one, or not any more. */
  | { readonly kind: "refused" }
  | { readonly kind: "locked"; readonly forMs: number }
  | { readonly kind: "busy" };

const REFUSED: OwnPasswordOutcome = { kind: "refused" };

export async function changeOwnPassword(
  till: TillDoor,
  caller: TillCaller,
  { token, oldPassword, password, address }: OwnPasswordChange,
): Promise<OwnPasswordOutcome> {
  const { account, user } = caller;
  const login = { accountId: account.id, email: user.email, password: oldPassword };
  const admission = await authenticateTillUser(till, login, address);
  if (admission.kind !== "admitted") return admission;
  // The slow part, before the transaction begins.
  const hash = await hashPassword(password);
  const { passwordDigest } = admission.caller;
  const keptSession = digestOf(till, token);
  return till.database.within({ accountId: account.id }, async (db) => {
    const users = new UserRecordStore(db, account.id);
    if ((await users.lockProven(user.id, passwordDigest)) === undefined) return REFUSED;
    const now = till.clock.wall();
    const place = { accountId: account.id, userId: user.id };
    const changed = await replaceTillPassword(db, { ...place, hash, now, keptSession });
    if (changed === undefined) return REFUSED;
    await record(db, caller);
    return { kind: "changed", user: changed };
  });
}

async function record(db: Database, { user, from }: TillCaller): Promise<void> {
  await recordAct(db, {
    actor: { kind: "merchant_user", id: user.id, name: user.email },
    action: "till_user.change_password",
    subject: { kind: "till_user", id: user.id },
    result: "done",
    from,
  });
}
