/** What a partner proves itself with at the parser, as it may be set (A, PATCH /partners). */
import { createPublicKey } from "node:crypto";
import type { KeyCustody } from "../../../ports/key-custody.ts";
import { Secret } from "../../../values/secret.ts";
import type { ParserLogin } from "../partners/partner-row-store.ts";
import { PARTNER_SECRETS } from "../scope/management-fields.ts";
import type { Members } from "../scope/members.ts";
import { networkOfRange } from "./allow-list.ts";
import { PARTNER_KEY_DIGEST, partnerKeySeal } from "./authenticate-partner.ts";

/** As it was sent. Undefined stays what it is. */
export interface ParserSecrets {
  readonly partnerKey: Secret | undefined;
  readonly publicKey: string | null | undefined;
  readonly allowList: readonly string[] | undefined;
}

const RSA_BITS_MIN = 2_048;
const RANGES_MAX = 100;
// A private key would give its public half just as well; it has no business here.
const PUBLIC_PEM = /^\s*-----BEGIN (RSA )?PUBLIC KEY-----/;

export function readParserSecrets(members: Members): ParserSecrets {
  const { partnerKey, publicKey } = members.changes(PARTNER_SECRETS);
  if (partnerKey === null) members.reject("partnerKey", "required");
  return {
    partnerKey: partnerKey ? new Secret(partnerKey) : undefined,
    publicKey: publicKey ? readPublicKey(members, publicKey) : publicKey,
    allowList: readAllowList(members),
  };
}

function readPublicKey(members: Members, pem: string): string | undefined {
  if (members.errors.has("publicKey")) return undefined;
  const key = PUBLIC_PEM.test(pem) ? parsedKey(pem) : undefined;
  if (key?.asymmetricKeyType !== "rsa") {
    members.reject("publicKey", "not_an_rsa_public_key");
    return undefined;
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < RSA_BITS_MIN) {
    members.reject("publicKey", { kind: "too_few_bits", bitsMin: RSA_BITS_MIN });
  }
  return String(key.export({ type: "spki", format: "pem" }));
}

function parsedKey(pem: string) {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

function readAllowList(members: Members): readonly string[] | undefined {
  const value = members.get("allowList");
  if (value === undefined) return undefined;
  if (value === null) return [];
  if (!Array.isArray(value)) {
    members.reject("allowList", "not_an_address_list");
    return undefined;
  }
  if (value.length > RANGES_MAX) {
    // Not one by one then: there is room for half a million errors in a body.
    members.reject("allowList", { kind: "too_many_items", max: RANGES_MAX });
    return undefined;
  }
  return value.map((range, place) => {
    const network = typeof range === "string" ? networkOfRange(range) : undefined;
    if (network !== undefined) return network;
    members.reject(`allowList[${place}]`, "not_an_address_or_range");
    return "";
  });
}

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

export function sendsParserSecrets(secrets: ParserSecrets): boolean {
  return Object.values(secrets).some((sent) => sent !== undefined);
}

/** What of it the audit may know. */
export function tellParserSecrets({ partnerKey, publicKey, allowList }: ParserSecrets): object {
  return {
    ...(partnerKey === undefined ? {} : { keyIsNew: true }),
    ...(publicKey ? { publicKey } : {}),
    ...(publicKey === null ? { publicKeyIsGone: true } : {}),
    ...(allowList === undefined ? {} : { allowList }),
  };
}
