/** Authenticates an account by its API key. Only keyed digests of keys are compared. */
import type { KeyCustody, SealContext } from "../../ports/key-custody.ts";
import type { Secret } from "../../values/secret.ts";
import {
  type Admission,
  type CredentialChecker,
  type CredentialVerdict,
  WRONG,
} from "../access/credential-checker.ts";
import { accountSubject } from "../access/memory/change-subject.ts";
import type { Credentials } from "../access/memory/credential-memory.ts";
import type { TimestampNeeds } from "../access/signatures/timestamp.ts";
import type { Account, AccountStore } from "./account-store.ts";
import type { AccessKeyUse } from "./keys/key-use-store.ts";

/** Called for a key that was just looked up. Must not wait. */
export type NoteKeyUse = (use: AccessKeyUse) => void;

export interface AuthenticationNeeds extends TimestampNeeds {
  readonly noteKeyUse?: NoteKeyUse | undefined;
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
  const { accountId, accessKey } = proof;
  const proveKey = async () => needs.custody.fingerprint(ACCESS_KEY_DIGEST, accessKey);
  return admitByKey(needs, accountId, { credentials, proveKey, wrong: WRONG });
}

export interface KeyedLogin {
  readonly credentials: Credentials;
  /** Returns the digest of the key that was proved. Undefined: none. */
  readonly proveKey: () => Promise<Uint8Array | undefined>;
  readonly wrong: CredentialVerdict<Account>;
}

/** Notes the use of the key if the caller is admitted with it. */
export async function admitByKey(
  needs: AuthenticationNeeds,
  accountId: string,
  { credentials, proveKey, wrong }: KeyedLogin,
): Promise<Admission<Account>> {
  let digest: Uint8Array | undefined;
  const admission = await needs.accountChecker.admit(credentials, async () => {
    digest = await proveKey();
    return digest === undefined ? wrong : judgeDigest(needs, accountId, digest);
  });
  if (admission.kind === "admitted" && digest !== undefined) {
    needs.noteKeyUse?.({ accountId, digest, usedAt: needs.clock.wall() });
  }
  return admission;
}

/** Whether this digest belongs to a valid key of the account. */
async function judgeDigest(
  { accounts, clock }: AuthenticationNeeds,
  accountId: string,
  digest: Uint8Array,
): Promise<CredentialVerdict<Account>> {
  const found = await accounts.findByKey(accountId, digest, clock.wall());
  if (found === undefined) return WRONG;
  const { account, keyExpiresAt } = found;
  const dependsOn = [accountSubject(account.id)];
  return { kind: "right", caller: account, dependsOn, goodUntil: keyExpiresAt };
}
