/**
 * A master key in an HSM: a pair of keys with one id, of which neither can leave it. One encrypts data
 * keys (AES-256-CBC), the other authenticates the result (HMAC-SHA-256, over the ciphertext and the
 * row that the key belongs to). HSMs support these two mechanisms, also in their FIPS modes; many of
 * them do not let a caller choose the nonce of AES-GCM.
 */
import { randomBytes } from "node:crypto";
import { sameBytes } from "../../../values/same-bytes.ts";
import { KEY_BYTES } from "../root-key.ts";
import { type Attribute, CKA, CKK, CKM, CKO_SECRET_KEY } from "./pkcs11.ts";
import type { KeyPlace, TokenSession } from "./token-session.ts";

/** Says which pair: the label of the setting, and the id of this pair. */
type PairPlace = KeyPlace;

export interface FoundPair {
  readonly id: Uint8Array;
  readonly proof: Uint8Array;
  /** The token would give out one of its keys, so it must not be used. */
  readonly isExtractable: boolean;
}

const VERSION = 2;
const IV_BYTES = 16;
const MAC_BYTES = 32;
const MAC_AT = 1 + IV_BYTES + KEY_BYTES;
export const WRAPPED_BYTES = MAC_AT + MAC_BYTES;
const PAIR_ID_BYTES = 8;
const PROOF_TEXT = Buffer.from("sixdoors master key proof");
const HMAC = { mechanism: CKM.sha256Hmac };

/** Creates both keys inside the HSM. The pair counts as soon as both are there. */
export function createPair(session: TokenSession, label: string): Buffer {
  const id = randomBytes(PAIR_ID_BYTES);
  session.generateKey({ mechanism: CKM.genericSecretKeyGen }, [
    ...lockedKey(macPlace({ label, id }), CKK.genericSecret),
    { type: CKA.valueLength, value: KEY_BYTES },
    { type: CKA.sign, value: true },
    { type: CKA.verify, value: true },
    { type: CKA.encrypt, value: false },
    { type: CKA.decrypt, value: false },
  ]);
  session.generateKey({ mechanism: CKM.aesKeyGen }, [
    ...lockedKey({ label, id }, CKK.aes),
    { type: CKA.valueLength, value: KEY_BYTES },
    { type: CKA.encrypt, value: true },
    { type: CKA.decrypt, value: true },
    { type: CKA.sign, value: false },
    { type: CKA.verify, value: false },
  ]);
  return id;
}

/** In the order of their ids, so that every process finds the same first one. */
export function listPairs(session: TokenSession, label: string): readonly FoundPair[] {
  const macIds = session.listIds(macLabel(label));
  return session
    .listIds(label)
    .filter((id) => macIds.some((other) => other.equals(id)))
    .sort(Buffer.compare)
    .map((id) => describePair(session, { label, id }));
}

export function wrapWithPair(
  session: TokenSession,
  pair: PairPlace,
  { key, binding }: { readonly key: Buffer; readonly binding: Buffer },
): Buffer {
  const iv = randomBytes(IV_BYTES);
  const encrypted = session.encrypt({ mechanism: CKM.aesCbc, parameter: iv }, pair, key);
  const body = Buffer.concat([Buffer.of(VERSION), iv, encrypted]);
  return Buffer.concat([body, authenticate(session, pair, { body, binding })]);
}

/** Returns undefined if the bytes were wrapped by another key or for another row, or were changed. */
export function unwrapWithPair(
  session: TokenSession,
  pair: PairPlace,
  { wrapped, binding }: { readonly wrapped: Buffer; readonly binding: Buffer },
): Buffer | undefined {
  if (wrapped.length !== WRAPPED_BYTES || wrapped[0] !== VERSION) return undefined;
  const body = wrapped.subarray(0, MAC_AT);
  const mac = authenticate(session, pair, { body, binding });
  if (!sameBytes(mac, wrapped.subarray(MAC_AT))) return undefined;
  const parameter = Buffer.from(body.subarray(1, 1 + IV_BYTES));
  const encrypted = Buffer.from(body.subarray(1 + IV_BYTES));
  return session.decrypt({ mechanism: CKM.aesCbc, parameter }, pair, encrypted);
}

/** Attributes of a key that never leaves the token. */
export function lockedKey({ label, id }: KeyPlace, keyType: number): readonly Attribute[] {
  return [
    { type: CKA.class, value: CKO_SECRET_KEY },
    { type: CKA.keyType, value: keyType },
    { type: CKA.label, value: label },
    { type: CKA.id, value: id },
    { type: CKA.token, value: true },
    { type: CKA.private, value: true },
    { type: CKA.sensitive, value: true },
    { type: CKA.extractable, value: false },
    { type: CKA.wrap, value: false },
    { type: CKA.unwrap, value: false },
    { type: CKA.derive, value: false },
  ];
}

/** The proof depends on both keys. */
function describePair(session: TokenSession, pair: PairPlace): FoundPair {
  const block = Buffer.alloc(KEY_BYTES);
  PROOF_TEXT.copy(block);
  const parameter = Buffer.alloc(IV_BYTES);
  const encrypted = session.encrypt({ mechanism: CKM.aesCbc, parameter }, pair, block);
  const proof = authenticate(session, pair, { body: encrypted, binding: PROOF_TEXT });
  const isExtractable = [pair, macPlace(pair)].some((place) => session.isExtractable(place));
  return { id: pair.id, proof: Uint8Array.from(proof), isExtractable };
}

/** The body has a fixed length, so the binding cannot be shifted into it. */
function authenticate(
  session: TokenSession,
  pair: PairPlace,
  { body, binding }: { readonly body: Buffer; readonly binding: Buffer },
): Buffer {
  return session.sign(HMAC, macPlace(pair), Buffer.concat([body, binding]));
}

function macPlace({ label, id }: PairPlace): KeyPlace {
  return { label: macLabel(label), id };
}

function macLabel(label: string): string {
  return `${label} (MAC)`;
}
