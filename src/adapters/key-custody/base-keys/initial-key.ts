/**
 * Derives the key injected into a terminal from a base key: ANSI X9.24-1 (TDES DUKPT) and X9.24-3
 * (AES DUKPT). Pure.
 */
import { createCipheriv } from "node:crypto";
import type { BaseKeyKind } from "../../../ports/key-custody.ts";
import { aesDerivationData, DUKPT_ALGORITHMS } from "../../../values/keys/aes-derivation-data.ts";
import { copyKey } from "../key-memory.ts";

export const TDES_KSN_DIGITS = 20;
export const AES_KSN_DIGITS = 24;
const DEVICE_DIGITS = 16;
/** X9.24-1: the 21-bit counter leaves three bits of the eighth byte. Maps a digit to these bits. */
const WITHOUT_LOWEST_BIT = "0022446688AACCEE";

/** X9.24-3, 6.3.2. */
const INITIAL_KEY_USAGE = 0x8001;

export function isAes(kind: BaseKeyKind): kind is Extract<BaseKeyKind, `aes-${string}`> {
  return kind.startsWith("aes-");
}

/** The part of a KSN that is the same for all readings of a terminal. */
export function ksnDevice(ksn: string): string {
  if (ksn.length !== TDES_KSN_DIGITS) return ksn.slice(0, DEVICE_DIGITS);
  const eighth = Number.parseInt(ksn.charAt(DEVICE_DIGITS - 2), 16);
  return `${ksn.slice(0, DEVICE_DIGITS - 2)}${WITHOUT_LOWEST_BIT[eighth]}0`;
}

/** TDES DUKPT also encrypts with a variant of the base key. */
export type KeyForm = "key" | "variant";
/** Encrypts whole blocks (ECB) with a base key, in software or in an HSM. */
export type EncryptBlocks = (blocks: Buffer, form: KeyForm) => Buffer;

export function deriveInitialKey(kind: BaseKeyKind, baseKey: Buffer, device: string): Buffer {
  if (isAes(kind)) return deriveInitialKeyBy(kind, device, (blocks) => aes(baseKey, blocks));
  const variant = tdesVariant(baseKey);
  try {
    const keys = { key: baseKey, variant };
    return deriveInitialKeyBy(kind, device, (blocks, form) => tripleDes(keys[form], blocks));
  } finally {
    variant.fill(0);
  }
}

/** Derives with a base key that only the given function can use. */
export function deriveInitialKeyBy(
  kind: BaseKeyKind,
  device: string,
  encrypt: EncryptBlocks,
): Buffer {
  const id = Buffer.from(device, "hex");
  // X9.24-1, A.6.
  const derived = isAes(kind)
    ? [encrypt(aesDerivationData({ usage: INITIAL_KEY_USAGE, algorithm: kind }, id), "key")]
    : [encrypt(id, "key"), encrypt(id, "variant")];
  const joined = Buffer.concat(derived);
  const bytes = isAes(kind) ? DUKPT_ALGORITHMS[kind].bits / 8 : joined.length;
  const key = copyKey(joined.subarray(0, bytes));
  for (const part of [...derived, joined]) part.fill(0);
  return key;
}

/** X9.24-1, A.6. Every part of a base key is masked, also of one with three parts. */
export function tdesVariant(baseKey: Buffer): Buffer {
  const masked = copyKey(baseKey);
  for (let at = 0; at < masked.length; at++) {
    if (at % 8 < 4) masked[at] = (masked[at] ?? 0) ^ 0xc0;
  }
  return masked;
}

export function tripleDes(key: Buffer, blocks: Buffer): Buffer {
  const whole = key.length === 24 ? key : Buffer.concat([key, key.subarray(0, 8)]);
  const cipher = createCipheriv("des-ede3-ecb", whole, null).setAutoPadding(false);
  if (whole !== key) whole.fill(0);
  return cipher.update(blocks);
}

export function aes(key: Buffer, blocks: Buffer): Buffer {
  const name = `aes-${key.length * 8}-ecb`;
  return createCipheriv(name, key, null).setAutoPadding(false).update(blocks);
}
