/** Authenticates an account by its API key. Only keyed digests of keys are compared. */
import type { KeyCustody, SealContext } from "../../ports/key-custody.ts";
import type { Secret } from "../../values/secret.ts";
import {
  type Admission,
  type CredentialChecker,
  type Verdict,
  WRONG,
} from "../access/credential-checker.ts";
import { accountSubject } from "../access/memory/change-subject.ts";
import type { TimestampNeeds } from "../access/signatures/timestamp.ts";
import type { Account, AccountStore } from "./account-store.ts";

export interface AuthenticationNeeds extends TimestampNeeds {
  readonly accounts: AccountStore;
  readonly custody: KeyCustody;
  readonly accountChecker: CredentialChecker<Account>;
}

export interface AccountProof {
  readonly accountId: string;
  readonly accessKey: Secret;
  /** Where the request came from. */
  readonly address: string;
}

export const ACCESS_KEY_DIGEST = "account_keys.digest";

export function accessKeySeal(accountId: string): SealContext {
  return { place: "account_keys.sealed", owner: accountId };
}

/** Returns at once for an account with a key that was checked a moment ago. */
export function authenticateAccount(
  needs: AuthenticationNeeds,
  proof: AccountProof,
): Admission<Account> | Promise<Admission<Account>> {
  const credentials = { name: proof.accountId, secret: proof.accessKey, address: proof.address };
  const known = needs.accountChecker.recall(credentials);
  if (known !== undefined) return { kind: "admitted", caller: known };
  return needs.accountChecker.admit(credentials, () => judge(needs, proof));
}

async function judge(
  needs: AuthenticationNeeds,
  { accountId, accessKey }: AccountProof,
): Promise<Verdict<Account>> {
  return judgeDigest(needs, accountId, needs.custody.fingerprint(ACCESS_KEY_DIGEST, accessKey));
}

/** Whether this digest belongs to a valid key of the account. */
export async function judgeDigest(
  { accounts, clock }: AuthenticationNeeds,
  accountId: string,
  digest: Uint8Array,
): Promise<Verdict<Account>> {
  const found = await accounts.findByKey(accountId, digest, clock.wall());
  if (found === undefined) return WRONG;
  const { account, keyExpiresAt } = found;
  const dependsOn = [accountSubject(account.id)];
  return { kind: "right", caller: account, dependsOn, goodUntil: keyExpiresAt };
}
