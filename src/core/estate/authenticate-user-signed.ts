/**
 * Which management user has signed a request with its API secret (A: the HMAC scheme of the parser).
 * The secret is remembered as a login is, so that a known user costs one statement: the nonce.
 */
import { randomBytes } from "node:crypto";
import type { KeyCustody } from "../../ports/key-custody.ts";
import { Secret } from "../../values/secret.ts";
import { contactSubject, partnerSubject } from "../access/change-subject.ts";
import type { Credentials } from "../access/credential-memory.ts";
import { type Admission, type Entrance, type Verdict, WRONG } from "../access/entrance.ts";
import { provesKeys, type SignedRequest, type TimedSignature } from "../access/signed-request.ts";
import type { TimestampNeeds } from "../access/timestamp.ts";
import { isTimely } from "./authenticate-signed.ts";
import type { EstateUser, UserAuthenticationNeeds } from "./authenticate-user.ts";
import type { NonceStore } from "./nonce-store.ts";
import { apiSecretSeal } from "./set-password.ts";

export interface UserSignatureNeeds extends UserAuthenticationNeeds, TimestampNeeds {
  readonly userSignerEntrance: Entrance<SigningUser>;
  readonly nonces: NonceStore;
  readonly custody: KeyCustody;
}

/** A user and what its signatures are checked with. */
export interface SigningUser extends EstateUser {
  readonly key: Secret;
}

export interface UserSignature {
  readonly signature: TimedSignature;
  readonly request: SignedRequest;
  /** Where the request came from. */
  readonly address: string;
}

type ProofState = "right" | "wrong" | "repeated";

/** What nobody signs with: a name that is nobody's takes as long as a wrong secret. */
const NOBODY = new Secret(randomBytes(32).toString("hex"));

export async function authenticateSignedUser(
  needs: UserSignatureNeeds,
  proof: UserSignature,
): Promise<Admission<EstateUser>> {
  const { name } = proof.signature;
  const remembered = secretOf(name, proof.address);
  const known = needs.userSignerEntrance.recall(remembered);
  if (known !== undefined && (await stateOf(needs, proof, known)) === "right") {
    return { kind: "admitted", caller: known };
  }
  // Each by itself: the same request twice at the same time is one request and a repetition.
  const once = { name, secret: new Secret(crypto.randomUUID()), address: proof.address };
  return needs.userSignerEntrance.admit(once, () => judge(needs, proof), remembered);
}

/** What a user's secret is remembered by. No caller can log in as this: nothing is proved by it. */
function secretOf(name: string, address: string): Credentials {
  return { name, secret: new Secret("the secret of"), address };
}

async function judge(
  needs: UserSignatureNeeds,
  proof: UserSignature,
): Promise<Verdict<SigningUser>> {
  const { logins, custody } = needs;
  const userName = proof.signature.name;
  const login = await logins.find(userName);
  const sealed = login?.secretSealed;
  const key = login && sealed ? await custody.open(sealed, apiSecretSeal(login.contactId)) : NOBODY;
  const { contactId = "", partnerId = "", clientId, userRole = "" } = login ?? {};
  const caller = { contactId, userName, partnerId, clientId, userRole, key };
  const state = await stateOf(needs, proof, caller);
  if (key === NOBODY || !login?.isActive) return WRONG;
  if (state !== "right") return { kind: "wrong", isCounted: state === "wrong" };
  return {
    kind: "right",
    caller,
    dependsOn: [contactSubject(contactId), partnerSubject(partnerId)],
  };
}

/** The nonce goes last, so that nobody can use up the nonces of another. */
async function stateOf(
  needs: UserSignatureNeeds,
  { signature, request }: UserSignature,
  { contactId, key }: SigningUser,
): Promise<ProofState> {
  if (!isTimely(needs, signature.timestamp)) return "repeated";
  if (!provesKeys(signature, request, { key, publicKey: undefined })) return "wrong";
  const { nonce, timestamp } = signature;
  const isNew = await needs.nonces.spend(`contact ${contactId}`, nonce, timestamp);
  return isNew ? "right" : "repeated";
}
