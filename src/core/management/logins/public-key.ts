/** The RSA public keys that partners register to sign parser calls. */
import { createHash, createPublicKey, type KeyObject } from "node:crypto";
import type { FieldProblem } from "../scope/field-problems.ts";

const RSA_BITS_MIN = 2_048;
// Node would derive the public half of a private key. We must never receive a private key.
const PUBLIC_PEM = /^\s*-----BEGIN (RSA )?PUBLIC KEY-----/;

export type PublicKeyOutcome =
  | { readonly kind: "normalized"; readonly pem: string }
  | { readonly kind: "refused"; readonly problem: FieldProblem };

/** Returns the same PEM for the same key, however it was formatted. */
export function normalizePublicKey(pem: string): PublicKeyOutcome {
  const key = PUBLIC_PEM.test(pem) ? parsePublicKey(pem) : undefined;
  if (key?.asymmetricKeyType !== "rsa") {
    return { kind: "refused", problem: { kind: "not_an_rsa_public_key" } };
  }
  if (keyBits(key) < RSA_BITS_MIN) {
    return { kind: "refused", problem: { kind: "too_few_bits", bitsMin: RSA_BITS_MIN } };
  }
  return { kind: "normalized", pem: String(key.export({ type: "spki", format: "pem" })) };
}

function parsePublicKey(pem: string): KeyObject | undefined {
  try {
    return createPublicKey(pem);
  } catch {
    return undefined;
  }
}

export interface PublicKeyDescription {
  /** SHA-256 of the key's DER form, as OpenSSL prints it. */
  readonly fingerprint: string;
  readonly bits: number;
}

export function describePublicKey(pem: string): PublicKeyDescription {
  const key = createPublicKey(pem);
  const der = key.export({ type: "spki", format: "der" });
  const digest = createHash("sha256").update(der).digest("hex").toUpperCase();
  const fingerprint = (digest.match(/../g) ?? []).join(":");
  return { fingerprint, bits: keyBits(key) };
}

function keyBits(key: KeyObject): number {
  return key.asymmetricKeyDetails?.modulusLength ?? 0;
}
