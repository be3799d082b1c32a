/**
 * Which partner is calling the parser, and whether from a place that it named. The order of the
 * checks is part of the promise: a stranger's address learns nothing about names.
 */
import { timingSafeEqual } from "node:crypto";
import type { KeyCustody } from "../../ports/key-custody.ts";
import type { Secret } from "../../values/secret.ts";
import type { PartnerCredentialStore } from "./partner-credential-store.ts";
import type { PartnerStore } from "./partner-store.ts";

export interface PartnerAuthenticationNeeds {
  readonly credentials: PartnerCredentialStore;
  readonly partners: PartnerStore;
  readonly custody: KeyCustody;
}

export interface PartnerProof {
  readonly name: string;
  readonly key: Secret;
}

export type PartnerAuthentication =
  | { readonly kind: "accepted"; readonly partnerId: string }
  | { readonly kind: "refused" }
  | { readonly kind: "address_not_listed" };

export const PARTNER_KEY_DIGEST = "partner_credentials.key_digest";

/** An undefined proof is one that could not be read: it is nobody's. */
export async function authenticatePartner(
  needs: PartnerAuthenticationNeeds,
  address: string | undefined,
  proof: PartnerProof | undefined,
): Promise<PartnerAuthentication> {
  const arrival = await needs.credentials.look(proof?.name, address);
  if (!arrival.isListedAnywhere) return { kind: "address_not_listed" };
  const { credential } = arrival;
  const matches = keyMatches(needs.custody, proof, credential?.keyDigest);
  if (!matches || credential === undefined) return { kind: "refused" };
  if (!(await needs.partners.isActive(credential.partnerId))) return { kind: "refused" };
  if (!arrival.isListed) return { kind: "address_not_listed" };
  return { kind: "accepted", partnerId: credential.partnerId };
}

/** Takes the same time for a name that is nobody's as for a wrong key. */
function keyMatches(
  custody: KeyCustody,
  proof: PartnerProof | undefined,
  known: Uint8Array | undefined,
): boolean {
  if (proof === undefined) return false;
  const digest = custody.fingerprint(PARTNER_KEY_DIGEST, proof.key);
  const against = known ?? new Uint8Array(digest.length);
  return (
    digest.length === against.length && timingSafeEqual(digest, against) && known !== undefined
  );
}
