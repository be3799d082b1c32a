/**
 * A reference implementation of DUKPT that follows the text of the standards: their register names,
 * big integers instead of words, OpenSSL instead of our DES. It uses nothing of src.
 */
import { createCipheriv } from "node:crypto";

const MASK_64 = (1n << 64n) - 1n;
const KEY_MASK = 0xc0c0c0c000000000n;

export const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
const bytesOf = (value: bigint, bytes: number) => hex(value.toString(16).padStart(2 * bytes, "0"));

export function encrypt(name: string, key: Uint8Array, data: Uint8Array, iv?: Uint8Array): Buffer {
  const cipher = createCipheriv(name, key, iv ?? null).setAutoPadding(false);
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

export function tripleDes(key: Uint8Array, block: Uint8Array): Buffer {
  const whole = key.length === 24 ? key : Buffer.concat([key, key.subarray(0, 8)]);
  return encrypt("des-ede3-ecb", whole, block);
}

function des(key: bigint, block: bigint): bigint {
  const part = bytesOf(key, 8);
  return numberOf(encrypt("des-ede3-ecb", Buffer.concat([part, part, part]), bytesOf(block, 8)));
}

/** X9.24-1, A.6: derivation of the initial key. */
export function tdesInitialKey(base: Uint8Array, ksn: Uint8Array): Buffer {
  const device = Buffer.from(ksn.subarray(0, 8));
  device[7] = (device[7] ?? 0) & 0xe0;
  const other = Buffer.from(base.map((byte, at) => (at % 8 < 4 ? byte ^ 0xc0 : byte)));
  return Buffer.concat([tripleDes(base, device), tripleDes(other, device)]);
}

/** X9.24-1, A.3: R8 collects the counter's set bits from the left while the shift register moves. */
export function tdesTransactionKey(initial: Uint8Array, ksn: Uint8Array): Buffer {
  const r3 = numberOf(ksn) & 0x1fffffn;
  let r8 = numberOf(ksn.subarray(2)) & ~0x1fffffn & MASK_64;
  let [left, right] = [numberOf(initial.subarray(0, 8)), numberOf(initial.subarray(8))];
  for (let shift = 0x100000n; shift > 0n; shift >>= 1n) {
    if ((shift & r3) === 0n) continue;
    r8 |= shift;
    const nextRight = des(left, r8 ^ right) ^ right;
    const [otherLeft, otherRight] = [left ^ KEY_MASK, right ^ KEY_MASK];
    left = des(otherLeft, r8 ^ otherRight) ^ otherRight;
    right = nextRight;
  }
  return Buffer.concat([bytesOf(left, 8), bytesOf(right, 8)]);
}

const VARIANTS = {
  pin: 0x00000000000000ffn,
  "mac-request": 0x000000000000ff00n,
  "mac-response": 0x00000000ff000000n,
  "data-request": 0x0000000000ff0000n,
  "data-response": 0x000000ff00000000n,
};
export type KeyUse = keyof typeof VARIANTS;

export function tdesWorkingKey(transaction: Uint8Array, use: KeyUse, oneWay: boolean) {
  const mask = (VARIANTS[use] << 64n) | VARIANTS[use];
  const variant = bytesOf(numberOf(transaction) ^ mask, 16);
  if (!oneWay) return variant;
  const halves = [variant.subarray(0, 8), variant.subarray(8)];
  return Buffer.concat(halves.map((half) => tripleDes(variant, half)));
}

export type AesKind = "aes-128" | "aes-192" | "aes-256";
export const AES_BYTES = { "aes-128": 16, "aes-192": 24, "aes-256": 32 } as const;
const AES_CODES = { "aes-128": "0002", "aes-192": "0003", "aes-256": "0004" } as const;
const TDES_CODE = "0000";

/** X9.24-3, 6.3.1 and 6.3.2: version, block, usage, algorithm, length and derivation id. */
function derive(
  key: Uint8Array,
  usage: string,
  algorithm: { code: string; bytes: number },
  bound: string,
) {
  const bits = (8 * algorithm.bytes).toString(16).padStart(4, "0");
  const blocks = algorithm.bytes > 16 ? ["01", "02"] : ["01"];
  const data = hex(
    blocks.map((block) => `01${block}${usage}${algorithm.code}${bits}${bound}`).join(""),
  );
  return encrypt(`aes-${8 * key.length}-ecb`, key, data).subarray(0, algorithm.bytes);
}

const algorithmOf = (kind: AesKind) => ({ code: AES_CODES[kind], bytes: AES_BYTES[kind] });

export function aesInitialKey(base: Uint8Array, kind: AesKind, ksn: string): Buffer {
  return derive(base, "8001", algorithmOf(kind), ksn.slice(0, 16));
}

/** 6.3.5: one derivation per set bit of the counter, from the left. */
export function aesTransactionKey(initial: Uint8Array, kind: AesKind, ksn: string): Buffer {
  const counter = Number.parseInt(ksn.slice(16), 16).toString(2).padStart(32, "0");
  let key = Buffer.from(initial);
  for (let at = 0; at < 32; at++) {
    if (counter[at] !== "1") continue;
    const reached = counter.slice(0, at + 1).padEnd(32, "0");
    const bound = ksn.slice(8, 16) + Number.parseInt(reached, 2).toString(16).padStart(8, "0");
    key = Buffer.from(derive(key, "8000", algorithmOf(kind), bound));
  }
  return key;
}

const AES_USAGES: Record<KeyUse, string> = {
  pin: "1000",
  "mac-request": "2000",
  "mac-response": "2001",
  "data-request": "3000",
  "data-response": "3001",
};

export function aesWorkingKey(
  transaction: Uint8Array,
  ksn: string,
  { use, kind }: { readonly use: KeyUse; readonly kind: AesKind | "tdes" },
): Buffer {
  const algorithm = kind === "tdes" ? { code: TDES_CODE, bytes: 16 } : algorithmOf(kind);
  return derive(transaction, AES_USAGES[use], algorithm, ksn.slice(8));
}

/** BPS as in sections 2.3 and 3 of the paper, with big integers. */
export function encryptBps(key: Uint8Array, digits: string, tweak = 0n): string {
  const round = (half: bigint, other: bigint) =>
    numberOf(tripleDes(key, bytesOf((half << 32n) | other, 8)));
  const number = (text: string) => BigInt(Array.from(text).reverse().join("") || "0");
  const text = (value: bigint, length: number) =>
    Array.from(value.toString().padStart(length, "0")).reverse().join("").slice(0, length);
  const window = (block: string, t: bigint) => {
    const split = Math.ceil(block.length / 2);
    let [left, right] = [number(block.slice(0, split)), number(block.slice(split))];
    const sizes = [10n ** BigInt(split), 10n ** BigInt(block.length - split)] as const;
    for (let i = 0n; i < 8n; i++) {
      if (i % 2n === 0n) left = (left + round((t & 0xffffffffn) ^ i, right)) % sizes[0];
      else right = (right + round((t >> 32n) ^ i, left)) % sizes[1];
    }
    return text(left, split) + text(right, block.length - split);
  };
  const add = (one: string, other: string) =>
    Array.from(one, (digit, at) => (Number(digit) + Number(other[at])) % 10).join("");
  if (digits.length <= 18) return window(digits, tweak);
  let done = window(digits.slice(0, 18), tweak);
  for (let j = 1n; done.length < digits.length; j++) {
    const fresh = digits.slice(done.length, done.length + 18);
    const chained = done + add(fresh, done.slice(-18));
    const t = tweak ^ (j << 16n) ^ (j << 48n);
    done = chained.slice(0, -18) + window(chained.slice(-18), t);
  }
  return done;
}
