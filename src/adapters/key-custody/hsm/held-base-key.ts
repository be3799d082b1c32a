/**
 * Base keys inside an HSM, and the derivation of a terminal's initial key from them. TDES DUKPT
 * encrypts with the key and with its variant. Few HSMs have the mechanism that makes the variant
 * (CKM_XOR_BASE_AND_DATA), so both are imported, with the same id.
 */
import { randomBytes } from "node:crypto";
import type { BaseKeyKind } from "../../../ports/key-custody.ts";
import { keyCheckValueBy } from "../base-keys/base-key-rules.ts";
import {
  deriveInitialKey,
  deriveInitialKeyBy,
  isAes,
  type KeyForm,
  tdesVariant,
} from "../base-keys/initial-key.ts";
import { lockedKey } from "./master-key-pair.ts";
import { CKA, CKK, CKM } from "./pkcs11.ts";
import type { KeyPlace, TokenSession } from "./token-session.ts";

export interface BaseKeyPlace extends KeyPlace {
  readonly kind: BaseKeyKind;
}

const ID_BYTES = 16;
const KEY_TYPES: Record<BaseKeyKind, number> = {
  "tdes-2key": CKK.des2,
  "tdes-3key": CKK.des3,
  "aes-128": CKK.aes,
  "aes-192": CKK.aes,
  "aes-256": CKK.aes,
};
/** Any device will do for the comparison after an import. */
const SAMPLE_DEVICE = "0123456789ABCDE0";

/** Returns the id of the new key. */
export function importBaseKey(
  session: TokenSession,
  { label, kind }: { readonly label: string; readonly kind: BaseKeyKind },
  key: Buffer,
): Buffer {
  const place = { label, kind, id: randomBytes(ID_BYTES) };
  try {
    createKey(session, place, { form: "key", key });
    if (!isAes(kind)) createVariant(session, place, key);
    requireSameKey(session, place, key);
    return place.id;
  } catch (error) {
    destroyBaseKey(session, place.id);
    throw error;
  }
}

export function deriveFromBaseKey(
  session: TokenSession,
  place: BaseKeyPlace,
  device: string,
): Buffer {
  const mechanism = { mechanism: isAes(place.kind) ? CKM.aesEcb : CKM.des3Ecb };
  return deriveInitialKeyBy(place.kind, device, (blocks, form) =>
    session.encrypt(mechanism, formPlace(place, form), blocks),
  );
}

/** By encrypting blocks inside the HSM, as keyCheckValue does in software. */
export function computeCheckValue(session: TokenSession, place: BaseKeyPlace): string {
  const mechanism = { mechanism: isAes(place.kind) ? CKM.aesEcb : CKM.des3Ecb };
  return keyCheckValueBy(place.kind, (block) =>
    session.encrypt(mechanism, formPlace(place, "key"), block),
  );
}

export function destroyBaseKey(session: TokenSession, id: Buffer): void {
  session.destroyKeys([{ type: CKA.id, value: id }]);
}

function createVariant(session: TokenSession, place: BaseKeyPlace, key: Buffer): void {
  const variant = tdesVariant(key);
  try {
    createKey(session, place, { form: "variant", key: variant });
  } finally {
    variant.fill(0);
  }
}

/** The key may only encrypt, because the derivation needs nothing else. */
function createKey(
  session: TokenSession,
  place: BaseKeyPlace,
  { form, key }: { readonly form: KeyForm; readonly key: Buffer },
): void {
  const value = isAes(place.kind) ? Buffer.from(key) : withOddParity(key);
  try {
    session.createObject([
      ...lockedKey(formPlace(place, form), KEY_TYPES[place.kind]),
      { type: CKA.value, value },
      { type: CKA.encrypt, value: true },
      { type: CKA.decrypt, value: false },
      { type: CKA.sign, value: false },
      { type: CKA.verify, value: false },
    ]);
  } finally {
    value.fill(0);
  }
}

/** Compares a derived key, so that a key that the HSM did not store as given is found now. */
function requireSameKey(session: TokenSession, place: BaseKeyPlace, key: Buffer): void {
  const [expected, derived] = [
    deriveInitialKey(place.kind, key, SAMPLE_DEVICE),
    deriveFromBaseKey(session, place, SAMPLE_DEVICE),
  ];
  const isSame = expected.equals(derived);
  expected.fill(0);
  derived.fill(0);
  if (!isSame) throw new Error("The HSM derives another key than the standard from the base key.");
}

/** DES ignores the lowest bit of each byte, but some HSMs require odd parity. */
function withOddParity(key: Buffer): Buffer {
  return Buffer.from(key.map(toOddParity));
}

function toOddParity(byte: number): number {
  let parity = byte & 0xfe;
  for (const shift of [4, 2, 1]) parity ^= parity >> shift;
  return (byte & 0xfe) | (~parity & 1);
}

function formPlace({ label, id }: BaseKeyPlace, form: KeyForm): KeyPlace {
  return { label: form === "variant" ? `${label} (variant)` : label, id };
}
