/**
 * Authenticates an account by a hash instead of the key: SHA-256 of the account number, a valid key
 * and the time. Within 15 minutes the hash can be used many times, like a key.
 */
import type { Secret } from "../../values/secret.ts";
import { type Admission, WRONG } from "../access/credential-checker.ts";
import type { Credentials } from "../access/memory/credential-memory.ts";
import { provesKey } from "../access/signatures/hashed-key.ts";
import { isNearNow } from "../access/signatures/timestamp.ts";
import type { Account } from "./account-store.ts";
import { type AuthenticationNeeds, accessKeySeal, admitByKey } from "./authenticate-account.ts";

export interface HashProof {
  readonly accountId: string;
  /** The account number as sent, with leading zeros, because it was hashed like this. */
  readonly writtenId: string;
  /** In Unix seconds. */
  readonly timestamp: string;
  readonly hash: Secret;
  /** Where the request came from. */
  readonly address: string;
}

const WRONG_HASH = { ...WRONG, reason: "wrong_hash" } as const;
const UNIX_SECONDS = /^(0|[1-9][0-9]{0,11})$/;

/** An old timestamp is not a guess, so it is refused and not counted. */
export async function authenticateByHash(
  needs: AuthenticationNeeds,
  proof: HashProof,
): Promise<Admission<Account>> {
  if (!isTimely(needs, proof.timestamp)) return { kind: "refused", reason: "old_timestamp" };
  const credentials = hashCredentials(proof);
  const known = needs.accountChecker.recall(credentials);
  if (known !== undefined) return { kind: "admitted", caller: known };
  const proveKey = () => findProvedKey(needs, proof);
  return admitByKey(needs, proof.accountId, { credentials, proveKey, wrong: WRONG_HASH });
}

function isTimely(needs: AuthenticationNeeds, timestamp: string): boolean {
  return UNIX_SECONDS.test(timestamp) && isNearNow(needs, Number(timestamp));
}

/** The time is part of the name, so that a remembered hash is not valid for another time. */
function hashCredentials({
  accountId,
  writtenId,
  timestamp,
  hash,
  address,
}: HashProof): Credentials {
  return { name: `${writtenId},${timestamp}`, secret: hash, countedAs: accountId, address };
}

/** Tries every key, so that the time does not show which one matched. */
async function findProvedKey(
  { accounts, custody, clock }: AuthenticationNeeds,
  { accountId, writtenId: name, timestamp, hash }: HashProof,
): Promise<Uint8Array | undefined> {
  const keys = await accounts.findGoodKeys(accountId, clock.wall());
  let proved: Uint8Array | undefined;
  for (const { digest, sealed } of keys) {
    const key = await custody.open(sealed, accessKeySeal(accountId));
    if (provesKey({ name, timestamp, hash }, key)) proved = digest;
  }
  return proved;
}
