/**
 * Changes a user's own password, with the old password as proof. All other sessions of the user end;
 * the session of this request stays.
 */
import type { Database } from "../../../db/database.ts";
import type { Secret } from "../../../values/secret.ts";
import { recordAct } from "../../audit/act.ts";
import type { PosServices } from "../pos.ts";
import { authenticatePosUser } from "./log-in.ts";
import type { PosCaller, PosUser } from "./pos-user.ts";
import { replacePosPassword } from "./replace-password.ts";
import { sessionDigest } from "./session.ts";
import { UserRecordStore } from "./user-record-store.ts";

export interface OwnPasswordChange {
  /** The token of the session that makes the request. */
  readonly token: string;
  readonly oldPassword: Secret;
  readonly password: Secret;
  /** The caller's IP address. Wrong passwords are counted per address. */
  readonly address: string;
}

export type OwnPasswordOutcome =
  | { readonly kind: "changed"; readonly user: PosUser }
  /** The old password is wrong, or was changed meanwhile. */
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
  // Slow, so before the transaction starts.
  const hash = await pos.passwords.hash(password);
  const { passwordDigest } = admission.caller;
  const keptSession = sessionDigest(pos, token);
  return pos.database.within({ accountId: account.id }, async (db) => {
    const users = new UserRecordStore(db, account.id);
    if ((await users.lockIfPasswordIs(user.id, passwordDigest)) === undefined) return REFUSED;
    const now = pos.clock.wall();
    const place = { accountId: account.id, userId: user.id };
    const changed = await replacePosPassword(db, { ...place, hash, now, keptSession });
    if (changed === undefined) return REFUSED;
    await recordPasswordChange(db, caller);
    return { kind: "changed", user: changed };
  });
}

async function recordPasswordChange(db: Database, { user, from }: PosCaller): Promise<void> {
  await recordAct(db, {
    actor: { kind: "merchant_user", id: user.id, name: user.email },
    action: "pos_user.change_password",
    subject: { kind: "pos_user", id: user.id },
    result: "done",
    from,
  });
}
