/** Creates API keys and seals them for storage. */
import { randomInt } from "node:crypto";
import type { KeyCustody } from "../../ports/key-custody.ts";
import { Secret } from "../../values/secret.ts";
import type { NewSealedKey } from "./account-store.ts";
import type { ActingParty } from "./act-on-account.ts";
import { ACCESS_KEY_DIGEST, accessKeySeal } from "./authenticate-account.ts";

const LENGTH = 32;
const CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

export function newAccessKey(): Secret {
  const characters = Array.from({ length: LENGTH }, () => CHARACTERS[randomInt(CHARACTERS.length)]);
  return new Secret(characters.join(""));
}

/** Who created a key, as its merchant sees it. The audit log has the names of operators. */
export function keyCreator({ actor }: ActingParty): string {
  if (actor.kind === "merchant_user") return actor.name;
  return actor.kind === "command_line" ? "Command line" : "Operator";
}

export async function sealAccessKey(
  custody: KeyCustody,
  accountId: string,
  key: Secret,
): Promise<NewSealedKey> {
  return {
    digest: custody.fingerprint(ACCESS_KEY_DIGEST, key),
    sealed: await custody.seal(key, accessKeySeal(accountId)),
    startsWith: key.first6(),
    endsWith: key.last4(),
  };
}
