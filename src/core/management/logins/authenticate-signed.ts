/**
 * Authenticates a partner by a signature over the request: Digest, HMAC or RSA. The partner's keys
 * are remembered, so that a request of a known partner needs one statement, which stores the nonce.
 */
import { createPublicKey, type KeyObject } from "node:crypto";
import type { LoginReason } from "../../../values/login-reason.ts";
import { Secret } from "../../../values/secret.ts";
import {
  type CredentialChecker,
  type CredentialVerdict,
  WRONG,
} from "../../access/credential-checker.ts";
import { partnerSubject } from "../../access/memory/change-subject.ts";
import type { Credentials } from "../../access/memory/credential-memory.ts";
import { judgeChallenge } from "../../access/signatures/challenges.ts";
import {
  provesKeys,
  type Signature,
  type SignedRequest,
  type SigningKeys,
} from "../../access/signatures/signed-request.ts";
import { isNearNow, type TimestampNeeds } from "../../access/signatures/timestamp.ts";
import {
  type KnownPartner,
  type PartnerAuthentication,
  type PartnerAuthenticationNeeds,
  partnerKeySeal,
  toPartnerAuthentication,
} from "./authenticate-partner.ts";
import type { NonceStore } from "./nonce-store.ts";
import type { PartnerCredential } from "./partner-credential-store.ts";

export interface SignedAuthenticationNeeds extends PartnerAuthenticationNeeds, TimestampNeeds {
  readonly signerChecker: CredentialChecker<Signer>;
  readonly nonces: NonceStore;
}

/** A partner and the keys that its signatures are checked with. */
export interface Signer extends KnownPartner, SigningKeys {
  /** Replaced keys that were still valid when they were read. */
  readonly olderKeys: readonly { readonly key: Secret; readonly until: Temporal.Instant }[];
}

export interface SignedProof {
  readonly signature: Signature;
  readonly request: SignedRequest;
}

type ProofState = "right" | LoginReason;

/** These reasons count as guesses; the others do not. */
const GUESSES: ReadonlySet<ProofState> = new Set(["unknown_name", "wrong_signature"]);

export async function authenticateSigned(
  needs: SignedAuthenticationNeeds,
  address: string | undefined,
  proof: SignedProof,
): Promise<PartnerAuthentication> {
  const { name } = proof.signature;
  const known = address && needs.signerChecker.recall(signerMemoryKey(name, address));
  const state = known ? await checkProof(needs, proof, known) : "unknown_name";
  if (known && state === "right")
    return toPartnerAuthentication({ kind: "admitted", caller: known });
  const arrival = await needs.credentials.lookUpPartner(name, address);
  if (address === undefined || !arrival.isListedAnywhere) return { kind: "address_not_listed" };
  if (state !== "right" && !GUESSES.has(state)) {
    return refused(state, arrival.credential?.partnerId);
  }
  return admit(needs, address, proof, arrival.credential?.partnerId);
}

/**
 * Every request is checked separately: if two identical ones arrive at the same time, one is a
 * replay.
 */
async function admit(
  needs: SignedAuthenticationNeeds,
  address: string,
  proof: SignedProof,
  named: string | undefined,
): Promise<PartnerAuthentication> {
  const { name } = proof.signature;
  const once = { name, secret: new Secret(crypto.randomUUID()), address };
  let state: ProofState = "unknown_name";
  const judge = async (): Promise<CredentialVerdict<Signer>> => {
    const signer = await findSigner(needs, name, address);
    state = await checkProof(needs, proof, signer);
    return toVerdict(state, signer);
  };
  const admission = await needs.signerChecker.admit(once, judge, signerMemoryKey(name, address));
  return admission.kind === "refused"
    ? refused(admission.reason, named)
    : toPartnerAuthentication(admission, named);
}

function toVerdict(state: ProofState, caller: Signer | undefined): CredentialVerdict<Signer> {
  if (state !== "right") return { kind: "wrong", isCounted: GUESSES.has(state), reason: state };
  if (caller === undefined) return WRONG;
  return { kind: "right", caller, dependsOn: [partnerSubject(caller.partnerId)] };
}

function refused(reason: LoginReason, partnerId: string | undefined): PartnerAuthentication {
  return { kind: "refused", reason, partnerId, isStale: reason === "expired_challenge" };
}

/** The entry that a partner's keys are remembered under. It proves nothing by itself. */
function signerMemoryKey(name: string, address: string): Credentials {
  return { name, secret: new Secret("the keys of"), address };
}

/**
 * The timestamp is checked first, so that unknown names are counted like known ones. The nonce is
 * stored last, so that nobody can use up another partner's nonces.
 */
async function checkProof(
  needs: SignedAuthenticationNeeds,
  { signature, request }: SignedProof,
  signer: Signer | undefined,
): Promise<ProofState> {
  if ("timestamp" in signature && !isTimely(needs, signature.timestamp)) return "old_timestamp";
  if (signer === undefined) return "unknown_name";
  if (!provesAnyKey(needs, { signature, request }, signer)) return "wrong_signature";
  if (signature.kind === "challenged digest") {
    const challenge = judgeChallenge(needs, signature.nonce);
    if (challenge === "stale") return "expired_challenge";
    if (challenge !== "good") return "wrong_signature";
  }
  const dated = "timestamp" in signature ? signature.timestamp : undefined;
  const isNew = await needs.nonces.spendNonce(signer.partnerId, storedNonce(signature), dated);
  return isNew ? "right" : "used_nonce";
}

/** Older keys are checked at every request, because they expire while they are remembered. */
function provesAnyKey(
  { clock }: TimestampNeeds,
  { signature, request }: SignedProof,
  { olderKeys, ...newest }: Signer,
): boolean {
  const now = clock.wall();
  const valid = olderKeys.filter(({ until }) => Temporal.Instant.compare(now, until) < 0);
  const keys = [newest, ...valid.map(({ key }) => ({ key, publicKey: undefined }))];
  return keys.some((one) => provesKeys(signature, request, one));
}

/** For a challenge, the pair of nonce and count: a client reuses the nonce and counts up. */
function storedNonce(signature: Signature): string {
  const { nonce } = signature;
  return signature.kind === "challenged digest" ? `${nonce}\n${signature.count}` : nonce;
}

const UNIX_SECONDS = /^[0-9]{1,12}$/;

/** At most 15 minutes before or after now. */
export function isTimely(needs: TimestampNeeds, timestamp: string): boolean {
  return UNIX_SECONDS.test(timestamp) && isNearNow(needs, Number(timestamp));
}

/** Returns undefined if the name is unknown or its partner is disabled. */
async function findSigner(
  needs: SignedAuthenticationNeeds,
  name: string,
  address: string,
): Promise<Signer | undefined> {
  const { credential, isListed } = await needs.credentials.lookUpPartner(name, address);
  if (credential === undefined) return undefined;
  const { partnerId, keySealed, publicKey } = credential;
  if (!(await needs.partners.isPartnerActive(partnerId))) return undefined;
  const open = (sealed: Uint8Array) => needs.custody.open(sealed, partnerKeySeal(partnerId));
  const older = await needs.credentials.listOlderKeys(name, needs.clock.wall());
  const olderKeys = await Promise.all(
    older.map(async ({ sealed, until }) => ({ key: await open(sealed), until })),
  );
  const key = await open(keySealed);
  return { partnerId, isListed, key, olderKeys, publicKey: readPublicKey(publicKey) };
}

function readPublicKey(pem: PartnerCredential["publicKey"]): KeyObject | undefined {
  if (pem === undefined) return undefined;
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === "rsa" ? key : undefined;
  } catch {
    return undefined;
  }
}
