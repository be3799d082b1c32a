/** What an admin changes of the account, with its entry in the audit. */
import { recordAct } from "../../audit/act.ts";
import type { Till } from "../till.ts";
import { type TillAccountChanges, TillAccountStore } from "./till-account-store.ts";
import type { TillAccount, TillCaller } from "./till-user.ts";

/** Undefined: it has been switched off meanwhile. */
export function changeAccount(
  till: Till,
  caller: TillCaller,
  changes: TillAccountChanges,
): Promise<TillAccount | undefined> {
  const { account: before, user, from } = caller;
  return till.database.within({ accountId: before.id }, async (db) => {
    const after = await new TillAccountStore(db).update(before.id, changes);
    if (after === undefined) return undefined;
    await recordAct(db, {
      actor: { kind: "merchant_user", id: user.id, name: user.email },
      action: "account.update",
      subject: { kind: "account", id: before.id },
      before: said(before),
      after: said(after),
      result: "done",
      from,
    });
    return after;
  });
}

function said({ name, timeZone, receiptEmail, isTaxedBeforeDiscount }: TillAccount) {
  return { name, timeZone, receiptEmail: receiptEmail ?? null, isTaxedBeforeDiscount };
}
