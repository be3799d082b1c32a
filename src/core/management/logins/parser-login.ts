/** A partner's parser credentials: seals them for storage and describes them for the audit. */
import type { KeyCustody } from "../../../ports/key-custody.ts";
import type { ParserLogin } from "../partners/partner-row-store.ts";
import type { ParserSecrets } from "../partners/partner-values.ts";
import { PARTNER_KEY_DIGEST, partnerKeySeal } from "./authenticate-partner.ts";

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

/** The change as the audit records it, without the key itself. */
export function describeSecretChange(secrets: ParserSecrets): object {
  const { partnerKey, keyOverlap, publicKey, allowList } = secrets;
  return {
    ...(partnerKey === undefined ? {} : { keyIsNew: true }),
    ...(keyOverlap ? { keyOverlapHours: keyOverlap.total("hours") } : {}),
    ...(publicKey ? { publicKey } : {}),
    ...(publicKey === null ? { publicKeyIsGone: true } : {}),
    ...(allowList === undefined ? {} : { allowList }),
  };
}
