/**
 * AES DUKPT (ANSI X9.24-3:2017, 6.3): derives the key of one reading from the key injected into a
 * terminal. Pure. The caller wipes the returned keys.
 */
import { createCipheriv } from "node:crypto";
import {
  aesDerivationData,
  DUKPT_ALGORITHMS,
  type DukptAlgorithm,
} from "../../../../values/keys/aes-derivation-data.ts";
import type { DukptKeyUse } from "./tdes-dukpt.ts";
import { readWord } from "./words.ts";

const DERIVE = 0x8000;

/** 6.3.2, key usage indicators, from the terminal's point of view. */
const USAGES: Record<DukptKeyUse, number> = {
  pin: 0x1000,
  "mac-request": 0x2000,
  "mac-response": 0x2001,
  "data-request": 0x3000,
  "data-response": 0x3001,
};

export type KeyAlgorithm = DukptAlgorithm;
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
  { use, algorithm }: { readonly use: DukptKeyUse; readonly algorithm: KeyAlgorithm },
): Uint8Array {
  const counter = readWord(ksn, 8) >>> 0;
  return derive(transaction, ksn, { usage: USAGES[use], algorithm, counter });
}

/** 6.3.1: derivation data, a block for every sixteen bytes of key, encrypted and cut to length. */
function derive(key: Uint8Array, ksn: Uint8Array, { usage, algorithm, counter }: Derivation) {
  const reading = Buffer.alloc(8);
  reading.set(ksn.subarray(4, 8));
  reading.writeUInt32BE(counter, 4);
  const data = aesDerivationData({ usage, algorithm }, reading);
  const cipher = createCipheriv(`aes-${8 * key.length}-ecb`, key, null).setAutoPadding(false);
  const derived = cipher.update(data);
  const cut = Uint8Array.prototype.slice.call(derived, 0, DUKPT_ALGORITHMS[algorithm].bits / 8);
  derived.fill(0);
  return cut;
}
