/**
 * Authenticates a partner at the parser by its key, and checks the address of the caller. The
 * address is checked first, so that an unlisted address cannot find out which names exist.
 */
import type { Clock } from "../../../ports/clock.ts";
import type { KeyCustody, SealContext } from "../../../ports/key-custody.ts";
import type { LoginReason } from "../../../values/login-reason.ts";
import { sameBytes } from "../../../values/same-bytes.ts";
import type { Secret } from "../../../values/secret.ts";
import {
  type Admission,
  type CredentialChecker,
  type CredentialVerdict,
  WRONG,
} from "../../access/credential-checker.ts";
import { partnerSubject } from "../../access/memory/change-subject.ts";
import type { Credentials } from "../../access/memory/credential-memory.ts";
import type { PartnerStore } from "../partners/partner-store.ts";
import type { PartnerCredentialStore } from "./partner-credential-store.ts";

export interface PartnerAuthenticationNeeds {
  readonly credentials: PartnerCredentialStore;
  readonly partners: PartnerStore;
  readonly custody: KeyCustody;
  readonly clock: Clock;
  readonly partnerChecker: CredentialChecker<KnownPartner>;
}

/** A partner with a correct key, and whether the address is on the partner's own list. */
export interface KnownPartner {
  readonly partnerId: string;
  readonly isListed: boolean;
}

export interface PartnerProof {
  readonly name: string;
  readonly key: Secret;
}

export type PartnerAuthentication =
  | { readonly kind: "accepted"; readonly partnerId: string }
  | ({
      /** The partner that the name belongs to, if it was looked up. For the journal only. */
      readonly partnerId?: string | undefined;
      /** The answered challenge has expired: the client may answer a new one. */
      readonly isStale?: boolean;
    } & (
      | { readonly kind: "refused"; readonly reason: LoginReason }
      | { readonly kind: "address_not_listed" }
      | { readonly kind: "locked"; readonly forMs: number }
    ));

export function partnerKeySeal(partnerId: string): SealContext {
  return { place: "partner_credentials.key_sealed", owner: partnerId };
}

export const PARTNER_KEY_DIGEST = "partner_credentials.key_digest";

/** An undefined proof could not be read. It is refused and not counted as a guess. */
export async function authenticatePartner(
  needs: PartnerAuthenticationNeeds,
  address: string | undefined,
  proof: PartnerProof | undefined,
): Promise<PartnerAuthentication> {
  const credentials = partnerCredentials(address, proof);
  const known = credentials && needs.partnerChecker.recall(credentials);
  if (known !== undefined) return toPartnerAuthentication({ kind: "admitted", caller: known });
  const arrival = await needs.credentials.lookUpPartner(proof?.name, address);
  if (!arrival.isListedAnywhere) return { kind: "address_not_listed" };
  if (credentials === undefined) return { kind: "refused", reason: "unreadable" };
  const admission = await needs.partnerChecker.admit(credentials, () => judge(needs, credentials));
  return toPartnerAuthentication(admission, arrival.credential?.partnerId);
}

/** The address is part of the credentials, because the partner's list depends on it. */
function partnerCredentials(
  address: string | undefined,
  proof: PartnerProof | undefined,
): Credentials | undefined {
  if (address === undefined || proof === undefined) return undefined;
  return { name: proof.name, secret: proof.key, address };
}

export function toPartnerAuthentication(
  admission: Admission<KnownPartner>,
  named?: string | undefined,
): PartnerAuthentication {
  if (admission.kind === "refused") return { ...admission, partnerId: named };
  if (admission.kind === "locked") return { ...admission, partnerId: named };
  if (admission.kind === "busy") return { kind: "locked", forMs: 0, partnerId: named };
  const { partnerId, isListed } = admission.caller;
  return { kind: isListed ? "accepted" : "address_not_listed", partnerId };
}

/** Looks up again: a result may be remembered only if it was read after the watch for changes began. */
async function judge(
  needs: PartnerAuthenticationNeeds,
  { name, secret, address }: Credentials,
): Promise<CredentialVerdict<KnownPartner>> {
  const { credential, isListed } = await needs.credentials.lookUpPartner(name, address);
  const older = await needs.credentials.listOlderKeys(name, needs.clock.wall());
  const keys = [{ digest: credential?.keyDigest, until: undefined }, ...older];
  const matching = findMatchingKey(needs.custody, secret, keys);
  if (matching === undefined || credential === undefined) return WRONG;
  const { partnerId } = credential;
  if (!(await needs.partners.isPartnerActive(partnerId))) return WRONG;
  const dependsOn = [partnerSubject(partnerId)];
  return {
    kind: "right",
    caller: { partnerId, isListed },
    dependsOn,
    goodUntil: matching.until,
  };
}

interface DatedKey {
  readonly digest: Uint8Array | undefined;
  /** Undefined: valid until it is replaced. */
  readonly until: Temporal.Instant | undefined;
}

/** Takes the same time for an unknown name as for a wrong key. */
function findMatchingKey(
  custody: KeyCustody,
  key: Secret,
  known: readonly DatedKey[],
): DatedKey | undefined {
  const sent = custody.fingerprint(PARTNER_KEY_DIGEST, key);
  const nobody = new Uint8Array(sent.length);
  const matching = known.filter(({ digest }) => sameBytes(sent, digest ?? nobody));
  return matching.find(({ digest }) => digest !== undefined);
}
