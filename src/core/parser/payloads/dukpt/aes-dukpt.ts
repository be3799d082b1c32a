/**
 * AES DUKPT (ANSI X9.24-3:2017, 6.3): derives the key of one reading from the key injected into a
 * terminal. Pure. The caller wipes the returned keys.
 */
import { createCipheriv } from "node:crypto";
import type { KeyUse } from "./tdes-dukpt.ts";
import { readWord } from "./words.ts";

const BLOCK_BYTES = 16;
const DERIVE = 0x8000;

/** 6.3.2, key usage indicators, from the terminal's point of view. */
const USAGES: Record<KeyUse, number> = {
  pin: 0x1000,
  "mac-request": 0x2000,
  "mac-response": 0x2001,
  "data-request": 0x3000,
  "data-response": 0x3001,
};

/** 6.3.3, algorithm indicators and key lengths. */
const ALGORITHMS = {
  "tdes-2key": { indicator: 0, bits: 128 },
  "tdes-3key": { indicator: 1, bits: 192 },
  "aes-128": { indicator: 2, bits: 128 },
  "aes-192": { indicator: 3, bits: 192 },
  "aes-256": { indicator: 4, bits: 256 },
} as const;
export type KeyAlgorithm = keyof typeof ALGORITHMS;
export type AesAlgorithm = Extract<KeyAlgorithm, `aes-${string}`>;

interface Derivation {
  readonly usage: number;
  readonly algorithm: KeyAlgorithm;
  readonly counter: number;
}

/** 6.3.5, host-side derivation: one step for every set bit of the counter, the highest first. */
export function aesTransactionKey(
  initial: Uint8Array,
  algorithm: AesAlgorithm,
  ksn: Uint8Array,
): Uint8Array {
  const counter = readWord(ksn, 8) >>> 0;
  let key: Uint8Array = initial.slice();
  let reached = 0;
  for (let bit = 31; bit >= 0; bit--) {
    if (((counter >>> bit) & 1) === 0) continue;
    reached = (reached | (1 << bit)) >>> 0;
    const next = derive(key, ksn, { usage: DERIVE, algorithm, counter: reached });
    key.fill(0);
    key = next;
  }
  return key;
}

export function aesWorkingKey(
  transaction: Uint8Array,
  ksn: Uint8Array,
  { use, algorithm }: { readonly use: KeyUse; readonly algorithm: KeyAlgorithm },
): Uint8Array {
  const counter = readWord(ksn, 8) >>> 0;
  return derive(transaction, ksn, { usage: USAGES[use], algorithm, counter });
}

/** 6.3.1: derivation data, a block for every sixteen bytes of key, encrypted and cut to length. */
function derive(key: Uint8Array, ksn: Uint8Array, { usage, algorithm, counter }: Derivation) {
  const { indicator, bits } = ALGORITHMS[algorithm];
  const blocks = Math.ceil(bits / 8 / BLOCK_BYTES);
  const data = Buffer.alloc(blocks * BLOCK_BYTES);
  for (let block = 0; block < blocks; block++) {
    const at = block * BLOCK_BYTES;
    data[at] = 1;
    data[at + 1] = block + 1;
    data.writeUInt16BE(usage, at + 2);
    data.writeUInt16BE(indicator, at + 4);
    data.writeUInt16BE(bits, at + 6);
    data.set(ksn.subarray(4, 8), at + 8);
    data.writeUInt32BE(counter, at + 12);
  }
  const cipher = createCipheriv(`aes-${8 * key.length}-ecb`, key, null).setAutoPadding(false);
  const derived = cipher.update(data);
  const cut = Uint8Array.prototype.slice.call(derived, 0, bits / 8);
  derived.fill(0);
  return cut;
}
