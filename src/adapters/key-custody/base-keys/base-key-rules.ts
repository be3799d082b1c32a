/** Validates base keys and their claims, and computes check values. Pure. */
import type { BaseKeyClaim, BaseKeyKind, ImportRefusal } from "../../../ports/key-custody.ts";
import { sameBytes } from "../../../values/same-bytes.ts";
import type { Secret } from "../../../values/secret.ts";
import { aes, isAes, tripleDes } from "./initial-key.ts";

const KEY_BYTES: Record<BaseKeyKind, number> = {
  "tdes-2key": 16,
  "tdes-3key": 24,
  "aes-128": 16,
  "aes-192": 24,
  "aes-256": 32,
};

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const HEX = /^[0-9A-F]+$/;
/** A KSI ends before the transaction counter starts. */
const TDES_KSI_DIGITS = 14;
const AES_KSI_DIGITS = 16;

export function claimError({ name, kind, ksi }: BaseKeyClaim): ImportRefusal | undefined {
  if (!NAME.test(name)) return "bad_name";
  const digits = isAes(kind) ? AES_KSI_DIGITS : TDES_KSI_DIGITS;
  if (ksi !== null && !(HEX.test(ksi) && ksi.length <= digits)) return "bad_ksi";
  return undefined;
}

/** Returns undefined if the length is wrong for the kind. The caller wipes the bytes. */
export function keyBytes(kind: BaseKeyKind, hex: Secret): Buffer | undefined {
  const digits = hex.reveal().replaceAll(" ", "");
  if (digits.length !== KEY_BYTES[kind] * 2 || !/^[0-9a-f]+$/i.test(digits)) return undefined;
  const bytes = Buffer.allocUnsafeSlow(KEY_BYTES[kind]);
  bytes.write(digits, "hex");
  return bytes;
}

/**
 * X9.24-1:2017 and PCI PIN 15-1. TDES: zeros encrypted under the key, three bytes. AES: the CMAC of
 * a block of zeros, five bytes.
 */
export function keyCheckValue(kind: BaseKeyKind, key: Buffer): string {
  return keyCheckValueBy(kind, (block) => (isAes(kind) ? aes(key, block) : tripleDes(key, block)));
}

/** The same with a key that only encrypts blocks, such as one in an HSM. */
export function keyCheckValueBy(kind: BaseKeyKind, encrypt: EncryptBlock): string {
  const digest = isAes(kind)
    ? cmacOfZeros(encrypt).subarray(0, 5)
    : encrypt(Buffer.alloc(8)).subarray(0, 3);
  return digest.toString("hex").toUpperCase();
}

type EncryptBlock = (block: Buffer) => Buffer;

/** Accepts the whole check value or its first three bytes, which key sheets often show. */
export function checkValueFits(kind: BaseKeyKind, key: Buffer, given: string): boolean {
  const digits = given.replaceAll(" ", "").toUpperCase();
  const expected = keyCheckValue(kind, key);
  if (digits.length < 6 || digits.length > expected.length) return false;
  const [left, right] = [Buffer.from(digits), Buffer.from(expected.slice(0, digits.length))];
  return sameBytes(left, right);
}

/** For one whole block of zeros, the CMAC of SP 800-38B is the encrypted first subkey. */
function cmacOfZeros(encrypt: EncryptBlock): Buffer {
  const subkey = encrypt(Buffer.alloc(16));
  const carry = (subkey[0] ?? 0) & 0x80;
  for (let at = 0; at < 16; at++) {
    subkey[at] = ((subkey[at] ?? 0) << 1) | ((subkey[at + 1] ?? 0) >> 7);
  }
  if (carry !== 0) subkey[15] = (subkey[15] ?? 0) ^ 0x87;
  return encrypt(subkey);
}

export function combine(left: Buffer, right: Buffer): Buffer {
  const key = Buffer.allocUnsafeSlow(left.length);
  for (let at = 0; at < left.length; at++) key[at] = (left[at] ?? 0) ^ (right[at] ?? 0);
  return key;
}

/** A component of one repeated byte adds no secret. */
export function isBlank(component: Buffer): boolean {
  return component.every((byte) => byte === component[0]);
}

/** Includes triple DES keys that are only single or double DES, and weak DES keys as parts. */
export function isWeak(kind: BaseKeyKind, key: Buffer): boolean {
  if (isBlank(key)) return true;
  if (isAes(kind)) return false;
  const parts = splitParts(key);
  const repeats = parts.some((part, at) => isAmong(parts.slice(at + 1), part, DES_BITS));
  return repeats || parts.some((part) => isAmong(DES_WEAK, part, DES_BITS));
}

/** A published key is known to everyone, so it protects nothing. */
export function isPublished(kind: BaseKeyKind, key: Buffer): boolean {
  const bits = isAes(kind) ? ALL_BITS : DES_BITS;
  return splitParts(key).every((part) => isAmong(PUBLISHED, part, bits));
}

/** DES ignores the lowest bit of each byte, so keys that differ only there are equal. */
const DES_BITS = 0xfe;
const ALL_BITS = 0xff;

const DES_WEAK = parseParts("0101010101010101 FEFEFEFEFEFEFEFE 1F1F1F1F0E0E0E0E E0E0E0E0F1F1F1F1");

/**
 * The parts of the test keys of X9.24, with their variants, longer and swapped forms, and of the
 * examples in FIPS 197.
 */
const PUBLISHED = parseParts(
  "0123456789ABCDEF FEDCBA9876543210 89ABCDEF01234567 76543210FEDCBA98",
  "C1E385A789ABCDEF 3E1C7A5876543210 F1F1F1F1F1F1F1F1 1111111111111111",
  "0001020304050607 08090A0B0C0D0E0F 1011121314151617 18191A1B1C1D1E1F",
  "0011223344556677 8899AABBCCDDEEFF 2B7E151628AED2A6 ABF7158809CF4F3C",
);

function parseParts(...lines: readonly string[]): readonly Buffer[] {
  return lines.flatMap((line) => line.split(" ").map((part) => Buffer.from(part, "hex")));
}

function splitParts(key: Buffer): readonly Buffer[] {
  return Array.from({ length: key.length / 8 }, (_, at) => key.subarray(at * 8, at * 8 + 8));
}

function isAmong(parts: readonly Buffer[], sought: Buffer, bits: number): boolean {
  return parts.some((part) => part.every((byte, at) => ((byte ^ (sought[at] ?? 0)) & bits) === 0));
}
