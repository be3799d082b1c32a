/** The credentials that a partner uses at the parser: sealed to be stored, described for the audit. */
import type { KeyCustody } from "../../../ports/key-custody.ts";
import type { Secret } from "../../../values/secret.ts";
import type { ParserLogin } from "../partners/partner-row-store.ts";
import { PARTNER_KEY_DIGEST, partnerKeySeal } from "./authenticate-partner.ts";

/** Undefined stays what it is. */
export interface ParserSecrets {
  readonly partnerKey: Secret | undefined;
  /** PEM, normalized. Null removes it. */
  readonly publicKey: string | null | undefined;
  readonly allowList: readonly string[] | undefined;
}

export const NO_PARSER_SECRETS: ParserSecrets = {
  partnerKey: undefined,
  publicKey: undefined,
  allowList: undefined,
};

export async function sealParserSecrets(
  custody: KeyCustody,
  partnerId: string,
  { partnerKey, publicKey, allowList }: ParserSecrets,
): Promise<ParserLogin> {
  const key = partnerKey && {
    keyDigest: custody.fingerprint(PARTNER_KEY_DIGEST, partnerKey),
    keySealed: await custody.seal(partnerKey, partnerKeySeal(partnerId)),
  };
  return { ...key, publicKey, allowList };
}

export function hasParserSecrets(secrets: ParserSecrets): boolean {
  return Object.values(secrets).some((sent) => sent !== undefined);
}

/** What the audit may record of a change: never the key itself. */
export function describeSecretChange({ partnerKey, publicKey, allowList }: ParserSecrets): object {
  return {
    ...(partnerKey === undefined ? {} : { keyIsNew: true }),
    ...(publicKey ? { publicKey } : {}),
    ...(publicKey === null ? { publicKeyIsGone: true } : {}),
    ...(allowList === undefined ? {} : { allowList }),
  };
}
