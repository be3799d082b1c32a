/** A partner's credentials at the parser, changed one at a time. */
import { createHash, createPublicKey } from "node:crypto";
import { Secret } from "../../values/secret.ts";
import type { EstateCaller, EstateNeeds } from "./estate.ts";
import { Faults } from "./faults.ts";
import { Members } from "./members.ts";
import { newPartnerKeyText } from "./new-partner-key.ts";
import { updatePartner } from "./partners.ts";

/** One of the credentials, as it was sent. Undefined stays what it is. */
export interface CredentialChange {
  readonly id: string;
  readonly version: unknown;
  readonly partnerKey?: unknown;
  readonly publicKey?: unknown;
  readonly allowList?: unknown;
}

/** False: the caller sees no such partner. */
export async function changeCredential(
  needs: EstateNeeds,
  caller: EstateCaller,
  { id, ...sent }: CredentialChange,
): Promise<boolean> {
  return updatePartner(needs, caller, { id, members: new Members(sent, new Faults()) });
}

/** A key that we make is told this once. Undefined: the caller sees no such partner. */
export async function makePartnerKey(
  needs: EstateNeeds,
  caller: EstateCaller,
  { id, version }: { readonly id: string; readonly version: unknown },
): Promise<Secret | undefined> {
  const partnerKey = newPartnerKeyText();
  const isChanged = await changeCredential(needs, caller, { id, version, partnerKey });
  return isChanged ? new Secret(partnerKey) : undefined;
}

export interface KeyDescription {
  /** SHA-256 of the key's DER form, as OpenSSL prints it. */
  readonly fingerprint: string;
  readonly bits: number;
}

export function describePublicKey(pem: string): KeyDescription {
  const key = createPublicKey(pem);
  const der = key.export({ type: "spki", format: "der" });
  const digest = createHash("sha256").update(der).digest("hex").toUpperCase();
  const fingerprint = (digest.match(/../g) ?? []).join(":");
  return { fingerprint, bits: key.asymmetricKeyDetails?.modulusLength ?? 0 };
}
