/** A partner's credentials at the parser, changed one at a time. */
import { createHash, createPublicKey } from "node:crypto";
import { Secret } from "../../../values/secret.ts";
import { newPartnerKeyText } from "../partners/new-partner-key.ts";
import { updatePartner } from "../partners/partners.ts";
import { ErrorCollector } from "../scope/field-errors.ts";
import type { ManagementCaller, ManagementNeeds } from "../scope/management.ts";
import { Members } from "../scope/members.ts";

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
  needs: ManagementNeeds,
  caller: ManagementCaller,
  { id, ...sent }: CredentialChange,
): Promise<boolean> {
  return updatePartner(needs, caller, { id, members: new Members(sent, new ErrorCollector()) });
}

/** A key that we make is told this once. Undefined: the caller sees no such partner. */
export async function makePartnerKey(
  needs: ManagementNeeds,
  caller: ManagementCaller,
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
