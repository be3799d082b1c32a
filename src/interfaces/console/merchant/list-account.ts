/** Whose transactions a user asks for: the own account's, or those of an agent's sub-account. */
import type { AccountRecordStore } from "../../../core/accounts/account-record-store.ts";
import type { AccountStore } from "../../../core/accounts/account-store.ts";
import { RequestError } from "../../../wire/request-error.ts";
import { numericId } from "../ids.ts";
import { merchantUser } from "../merchant-user.ts";
import type { Call, Routes } from "../routes.ts";
import type { SubAccountLine } from "./contract.ts";

export interface SubAccountNeeds {
  readonly records: Pick<AccountRecordStore, "listSubAccounts" | "isSubAccount">;
  readonly accounts: Pick<AccountStore, "findAccount">;
}

export interface ListAccount {
  readonly id: string;
  /** Of the user's own account, because the pages show all times in it. */
  readonly timeZone: string;
  readonly isOwn: boolean;
}

export function addSubAccounts(routes: Routes, needs: SubAccountNeeds): void {
  routes.get("/merchant/sub-accounts", "reports", (call) => listSubAccounts(needs, call));
}

/** Empty unless the account is an agent. */
async function listSubAccounts(
  { records, accounts }: SubAccountNeeds,
  call: Call,
): Promise<readonly SubAccountLine[]> {
  const { account } = merchantUser(call);
  const isAgent = (await accounts.findAccount(account.id))?.isAgent ?? false;
  return isAgent ? records.listSubAccounts(account.id) : [];
}

/** Like reports of sub-accounts, this needs the permission to see reports. */
export async function readListAccount(needs: SubAccountNeeds, call: Call): Promise<ListAccount> {
  const { id, timeZone } = merchantUser(call).account;
  const asked = numericId(call.query.text("account")) ?? id;
  if (asked === id) return { id, timeZone, isOwn: true };
  if (!call.may.has("reports")) throw new RequestError("forbidden", "role");
  if (!(await needs.records.isSubAccount(asked, id)))
    throw new RequestError("not_found", "account");
  return { id: asked, timeZone, isOwn: false };
}
