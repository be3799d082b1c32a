/** Which account an access key opens. The key itself is compared nowhere: its keyed digest is. */
import type { Clock } from "../../ports/clock.ts";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { Secret } from "../../values/secret.ts";
import type { Account, AccountStore } from "./account-store.ts";

export interface AuthenticationNeeds {
  readonly accounts: AccountStore;
  readonly custody: KeyCustody;
  readonly clock: Clock;
}

export const ACCESS_KEY_DIGEST = "account_keys.digest";

export async function authenticate(
  { accounts, custody, clock }: AuthenticationNeeds,
  accountId: string,
  accessKey: Secret,
): Promise<Account | undefined> {
  const digest = custody.fingerprint(ACCESS_KEY_DIGEST, accessKey);
  return accounts.findByKey(accountId, digest, clock.wall());
}
