/** Shows an account with its valid keys, its webhook and the number of its sub-accounts. */
import { EndpointStore, type WebhookEndpoint } from "../outbox/endpoint-store.ts";
import { AccountKeyStore, type KeyTerm } from "./account-key-store.ts";
import { type AccountRecord, readAccountId } from "./account-record.ts";
import { AccountRecordStore } from "./account-record-store.ts";
import type { AccountNeeds } from "./act-on-account.ts";

export interface AccountView {
  readonly account: AccountRecord;
  readonly subAccountCount: number;
  /** Sorted by expiration; keys without one come last. */
  readonly keys: readonly KeyTerm[];
  readonly webhook: WebhookEndpoint | undefined;
}

/** Returns undefined if there is no such account. */
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
