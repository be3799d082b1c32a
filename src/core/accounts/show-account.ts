/** Shows an account with its valid keys, its webhooks and the number of its sub-accounts. */
import { EndpointStore, FIRST_ENDPOINT, type WebhookEndpoint } from "../outbox/endpoint-store.ts";
import { AccountKeyStore, type KeyTerm } from "./account-key-store.ts";
import { type AccountRecord, readAccountId } from "./account-record.ts";
import { AccountRecordStore } from "./account-record-store.ts";
import type { AccountNeeds } from "./act-on-account.ts";

export interface AccountView {
  readonly account: AccountRecord;
  readonly subAccountCount: number;
  /** Sorted by expiration; keys without one come last. */
  readonly keys: readonly KeyTerm[];
  /** The first endpoint. */
  readonly webhook: WebhookEndpoint | undefined;
  /** All endpoints, in the order of their numbers. */
  readonly webhooks: readonly WebhookEndpoint[];
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
    const webhooks = await new EndpointStore(transaction).listEndpoints(accountId);
    return {
      account,
      subAccountCount: await accounts.countSubAccounts(accountId),
      keys: await new AccountKeyStore(transaction).listValidKeys(accountId, clock.wall()),
      webhook: webhooks.find(({ number }) => number === FIRST_ENDPOINT),
      webhooks,
    };
  });
}
