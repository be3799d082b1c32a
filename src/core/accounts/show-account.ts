/** An account with what belongs to it: how long its keys are good, its webhook, who is below it. */
import { EndpointStore, type WebhookEndpoint } from "../outbox/endpoint-store.ts";
import { AccountKeyStore, type KeyTerm } from "./account-key-store.ts";
import { type AccountRecord, readAccountId } from "./account-record.ts";
import { AccountRecordStore } from "./account-record-store.ts";
import type { AccountNeeds } from "./act-on-account.ts";

export interface AccountView {
  readonly account: AccountRecord;
  readonly subAccountCount: number;
  /** Those that are good, the one that stays last. */
  readonly keys: readonly KeyTerm[];
  readonly webhook: WebhookEndpoint | undefined;
}

/** Undefined: there is no such account. */
export async function showAccount(
  { db, clock }: Pick<AccountNeeds, "db" | "clock">,
  id: string,
): Promise<AccountView | undefined> {
  const accountId = readAccountId(id);
  if (accountId === undefined) return undefined;
  return db.within({ accountId }, async (transaction) => {
    const accounts = new AccountRecordStore(transaction);
    const account = await accounts.findAccount(accountId);
    if (account === undefined) return undefined;
    return {
      account,
      subAccountCount: await accounts.countSubAccounts(accountId),
      keys: await new AccountKeyStore(transaction).listValidKeys(accountId, clock.wall()),
      webhook: await new EndpointStore(transaction).findEndpoint(accountId),
    };
  });
}
