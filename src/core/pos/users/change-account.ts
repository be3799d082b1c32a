/** Changes the account for an admin, with an audit entry. */
import { recordAct } from "../../audit/act.ts";
import type { PosCore } from "../pos.ts";
import { type PosAccountChanges, PosAccountStore } from "./pos-account-store.ts";
import type { PosAccount, PosCaller } from "./pos-user.ts";

/** Returns undefined if the account has been disabled meanwhile. */
export function changeAccount(
  pos: PosCore,
  caller: PosCaller,
  changes: PosAccountChanges,
): Promise<PosAccount | undefined> {
  const { account: before, user, from } = caller;
  return pos.database.within({ accountId: before.id }, async (db) => {
    const after = await new PosAccountStore(db).updateAccount(before.id, changes);
    if (after === undefined) return undefined;
    await recordAct(db, {
      actor: { kind: "merchant_user", id: user.id, name: user.email },
      action: "account.update",
      subject: { kind: "account", id: before.id },
      before: auditedAccount(before),
      after: auditedAccount(after),
      result: "done",
      from,
    });
    return after;
  });
}

function auditedAccount({ name, timeZone, receiptEmail, isTaxedBeforeDiscount }: PosAccount) {
  return { name, timeZone, receiptEmail: receiptEmail ?? null, isTaxedBeforeDiscount };
}
