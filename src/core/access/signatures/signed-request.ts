/**
 * Checks digests and signatures over a request (B: Digest, HMAC and RSA). Pure: nonces and timestamps
 * are checked elsewhere.
 */
import { createHmac, hash, type KeyObject, verify } from "node:crypto";
import { sameBytes } from "../../../values/same-bytes.ts";
import type { Secret } from "../../../values/secret.ts";

export interface SignedRequest {
  readonly method: string;
  /** The paths that a client may have signed: with and without the query. */
  readonly paths: readonly string[];
  readonly body: Uint8Array;
}

/** B, Digest without a challenge: MD5 and a nonce that the client chose. */
export interface OwnDigest {
  readonly kind: "own digest";
  readonly name: string;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
}

/** RFC 7616 with qop "auth", the answer to one of our challenges. */
export interface ChallengedDigest {
  readonly kind: "challenged digest";
  readonly name: string;
  readonly nonce: string;
  readonly uri: string;
  readonly response: string;
  readonly algorithm: "md5" | "sha256";
  readonly count: string;
  readonly clientNonce: string;
}

export interface TimedSignature {
  readonly kind: "hmac" | "rsa";
  readonly name: string;
  readonly nonce: string;
  /** Unix seconds exactly as sent, because they were signed. */
  readonly timestamp: string;
  readonly response: string;
}

export type Signature = OwnDigest | ChallengedDigest | TimedSignature;

export interface SigningKeys {
  readonly key: Secret;
  /** Undefined: the caller has not registered one. */
  readonly publicKey: KeyObject | undefined;
}

export const REALM = "Users";

export function provesKeys(
  signature: Signature,
  request: SignedRequest,
  { key, publicKey }: SigningKeys,
): boolean {
  switch (signature.kind) {
    case "own digest":
    case "challenged digest":
      return request.paths.includes(signature.uri) && digestMatches(signature, request, key);
    case "hmac":
      return signedTexts(signature, request).some((text) => hmacMatches(signature, text, key));
    case "rsa":
      return signedTexts(signature, request).some((text) => rsaMatches(signature, text, publicKey));
  }
}

function digestMatches(
  digest: OwnDigest | ChallengedDigest,
  { method }: SignedRequest,
  key: Secret,
): boolean {
  const algorithm = digest.kind === "own digest" ? "md5" : digest.algorithm;
  const of = (...parts: readonly string[]) => hash(algorithm, parts.join(":"), "hex");
  const who = of(digest.name, REALM, key.reveal());
  const what = of(method, digest.uri);
  const { nonce } = digest;
  const made =
    digest.kind === "own digest"
      ? of(who, nonce, what)
      : of(who, nonce, digest.count, digest.clientNonce, "auth", what);
  return sameText(made, digest.response);
}

/** One text for every path that the client may have meant. */
function signedTexts(
  { nonce, timestamp }: TimedSignature,
  { method, paths, body }: SignedRequest,
): readonly string[] {
  const digest = hash("sha256", body, "hex");
  return paths.map((path) => `${method} ${path}\n${nonce}\n${timestamp}\n\n${digest}`);
}

function hmacMatches({ response }: TimedSignature, text: string, key: Secret): boolean {
  return sameText(createHmac("sha256", key.reveal()).update(text).digest("hex"), response);
}

const LOWER_HEX = /^(?:[0-9a-f]{2})+$/;

function rsaMatches(
  { response }: TimedSignature,
  text: string,
  publicKey: KeyObject | undefined,
): boolean {
  if (publicKey === undefined || !LOWER_HEX.test(response)) return false;
  return verify("sha256", Buffer.from(text), publicKey, Buffer.from(response, "hex"));
}

/** Only lower-case hex matches. */
function sameText(made: string, sent: string): boolean {
  return sameBytes(Buffer.from(made), Buffer.from(sent));
}
