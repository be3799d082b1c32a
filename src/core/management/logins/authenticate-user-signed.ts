/**
 * Authenticates a management user by an HMAC over the request with the user's API secret (A: the
 * scheme of the parser). Secrets are remembered, so that a known user needs one statement, which
 * stores the nonce.
 */
import { randomBytes } from "node:crypto";
import type { KeyCustody } from "../../../ports/key-custody.ts";
import type { LoginReason } from "../../../values/login-reason.ts";
import { Secret } from "../../../values/secret.ts";
import {
  type Admission,
  type CredentialChecker,
  type CredentialVerdict,
  WRONG,
} from "../../access/credential-checker.ts";
import { contactSubject, partnerSubject } from "../../access/memory/change-subject.ts";
import type { Credentials } from "../../access/memory/credential-memory.ts";
import {
  provesKeys,
  type SignedRequest,
  type TimedSignature,
} from "../../access/signatures/signed-request.ts";
import type { TimestampNeeds } from "../../access/signatures/timestamp.ts";
import type { ApiSecretStore } from "../users/api-secret-store.ts";
import { apiSecretSeal } from "../users/api-secrets.ts";
import { isTimely } from "./authenticate-signed.ts";
import type { ManagementUser, UserAuthenticationNeeds } from "./authenticate-user.ts";
import type { Login } from "./login-store.ts";
import type { NonceStore } from "./nonce-store.ts";

export interface UserSignatureNeeds extends UserAuthenticationNeeds, TimestampNeeds {
  readonly userSignerChecker: CredentialChecker<SigningUser>;
  readonly apiSecrets: ApiSecretStore;
  readonly nonces: NonceStore;
  readonly custody: KeyCustody;
}

/** A user and the secrets that signatures are checked with. */
export interface SigningUser extends ManagementUser {
  readonly keys: readonly SigningKey[];
}

interface SigningKey {
  readonly key: Secret;
  /** Undefined: valid until it is replaced. */
  readonly until?: Temporal.Instant | undefined;
}

export interface UserSignature {
  readonly signature: TimedSignature;
  readonly request: SignedRequest;
  /** Where the request came from. */
  readonly address: string;
}

type ProofState = "right" | LoginReason;

/** A random key for unknown users, so that they take as long as a wrong secret. */
const NOBODY: readonly SigningKey[] = [{ key: new Secret(randomBytes(32).toString("hex")) }];

export async function authenticateSignedUser(
  needs: UserSignatureNeeds,
  proof: UserSignature,
): Promise<Admission<ManagementUser>> {
  const { name } = proof.signature;
  const remembered = signerMemoryKey(name, proof.address);
  const known = needs.userSignerChecker.recall(remembered);
  if (known !== undefined && (await checkProof(needs, proof, known)) === "right") {
    return { kind: "admitted", caller: known };
  }
  // Every request is checked separately: if two identical ones arrive at the same time, one is a replay.
  const once = { name, secret: new Secret(crypto.randomUUID()), address: proof.address };
  return needs.userSignerChecker.admit(once, () => judge(needs, proof), remembered);
}

/** The entry that a user's secrets are remembered under. It proves nothing by itself. */
function signerMemoryKey(name: string, address: string): Credentials {
  return { name, secret: new Secret("the secret of"), address };
}

async function judge(
  needs: UserSignatureNeeds,
  proof: UserSignature,
): Promise<CredentialVerdict<SigningUser>> {
  const userName = proof.signature.name;
  const login = await needs.logins.findLogin(userName);
  const keys = login?.secretSealed ? await openSigningKeys(needs, login) : NOBODY;
  const { contactId = "", partnerId = "", clientId, userRole = "" } = login ?? {};
  const caller = { contactId, userName, partnerId, clientId, userRole, keys };
  const state = await checkProof(needs, proof, caller);
  // Checked before the user, so that the counted failures do not show which names exist.
  if (state !== "right") {
    return { kind: "wrong", isCounted: state === "wrong_signature", reason: state };
  }
  if (keys === NOBODY || !login?.isActive) return WRONG;
  return {
    kind: "right",
    caller,
    dependsOn: [contactSubject(contactId), partnerSubject(partnerId)],
  };
}

/** Opens the user's secret and the older ones that are still valid. */
async function openSigningKeys(
  { apiSecrets, custody, clock }: UserSignatureNeeds,
  { contactId, secretSealed }: Login,
): Promise<readonly SigningKey[]> {
  const open = (sealed: Uint8Array) => custody.open(sealed, apiSecretSeal(contactId));
  const older = await apiSecrets.older(contactId, clock.wall());
  const opened = older.map(async ({ sealed, until }) => ({ key: await open(sealed), until }));
  const newest = secretSealed === undefined ? [] : [{ key: await open(secretSealed) }];
  return [...newest, ...(await Promise.all(opened))];
}

/** Checked at every request, because secrets expire while they are remembered. */
function isValidKey({ until }: SigningKey, now: Temporal.Instant): boolean {
  return until === undefined || Temporal.Instant.compare(now, until) < 0;
}

/** The nonce is stored last, so that nobody can use up another user's nonces. */
async function checkProof(
  needs: UserSignatureNeeds,
  { signature, request }: UserSignature,
  { contactId, keys }: SigningUser,
): Promise<ProofState> {
  if (!isTimely(needs, signature.timestamp)) return "old_timestamp";
  const now = needs.clock.wall();
  const isProved = keys.some(
    ({ key, until }) =>
      isValidKey({ key, until }, now) &&
      provesKeys(signature, request, { key, publicKey: undefined }),
  );
  if (!isProved) return "wrong_signature";
  const { nonce, timestamp } = signature;
  const isNew = await needs.nonces.spendNonce(`contact ${contactId}`, nonce, timestamp);
  return isNew ? "right" : "used_nonce";
}
