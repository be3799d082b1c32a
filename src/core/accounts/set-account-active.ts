/** Disables and enables an account. Every interface refuses a disabled account within a second. */
import type { NotFound, ParentNoAgent } from "./account-record.ts";
import { AccountRecordStore } from "./account-record-store.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
  recordAccountAct,
} from "./act-on-account.ts";

export type SwitchOutcome =
  | { readonly kind: "switched" }
  /** The account was already in this state. */
  | { readonly kind: "unchanged" }
  | NotFound
  /** While it was disabled, its parent stopped being an agent. */
  | ParentNoAgent;

export async function setAccountActive(
  needs: AccountNeeds,
  id: string,
  { isActive, by }: { readonly isActive: boolean; readonly by: ActingParty },
): Promise<SwitchOutcome> {
  return actOnAccount(needs, id, async (db, account): Promise<SwitchOutcome> => {
    if (account.isActive === isActive) return { kind: "unchanged" };
    const switched = await new AccountRecordStore(db).setAccountActive(account.id, isActive);
    if (switched !== "switched") return { kind: "parent_no_agent" };
    await recordAccountAct(db, by, {
      action: isActive ? "account.switch_on" : "account.switch_off",
      accountId: account.id,
      before: { isActive: account.isActive },
      after: { isActive },
    });
    return { kind: switched };
  });
}
