/**
 * TDES DUKPT (ANSI X9.24-1:2009, annex A): derives the key of one reading from the key injected into
 * a terminal. Pure. The caller wipes the returned keys.
 */
import { encryptPair, type Pair } from "./des.ts";
import { addSchedules, newSchedule, type Schedule, writeRoundKeys } from "./des-schedule.ts";
import { TripleDes } from "./triple-des.ts";
import { readWord, writeWord } from "./words.ts";

const COUNTER_BITS = 21;
export const TDES_COUNTER_MASK = 2 ** COUNTER_BITS - 1;

/** A.2 and A.6: the mask for the other half of a key, in the high word of each part. */
const OTHER_HALF = 0xc0c0c0c0 | 0;
const OTHER_HALF_SCHEDULE = maskSchedule();

/** A.4.1: the mask of each use for both parts of a key, as high and low word. */
const VARIANTS = {
  pin: [0, 0x000000ff],
  "mac-request": [0, 0x0000ff00],
  "mac-response": [0, 0xff000000 | 0],
  "data-request": [0, 0x00ff0000],
  "data-response": [0x000000ff, 0],
} as const;
export type DukptKeyUse = keyof typeof VARIANTS;

/** A.3, derivation of the current key: one step per set bit of the counter, the highest first. */
export function tdesTransactionKey(initial: Uint8Array, ksn: Uint8Array): Uint8Array {
  const counter = readWord(ksn, 6) & TDES_COUNTER_MASK;
  const high = readWord(ksn, 2);
  let reached = readWord(ksn, 6) & ~TDES_COUNTER_MASK;
  DERIVER.load(initial);
  for (let bit = 1 << (COUNTER_BITS - 1); bit > 0; bit >>= 1) {
    if ((counter & bit) === 0) continue;
    reached |= bit;
    DERIVER.step(high, reached);
  }
  return DERIVER.finish();
}

/** A.4.1. A data key is then encrypted with itself, a one-way step. */
export function tdesWorkingKey(
  transaction: Uint8Array,
  { use, hasOneWayStep }: { readonly use: DukptKeyUse; readonly hasOneWayStep: boolean },
): Uint8Array {
  const variant = transaction.slice();
  const [high, low] = VARIANTS[use];
  for (const at of [0, 8]) {
    writeWord(variant, at, readWord(variant, at) ^ high);
    writeWord(variant, at + 4, readWord(variant, at + 4) ^ low);
  }
  if (hasOneWayStep) encryptWithItself(variant);
  return variant;
}

function encryptWithItself(key: Uint8Array): void {
  const cipher = new TripleDes(key);
  const parts: Pair = new Int32Array(4);
  for (let word = 0; word < 4; word++) parts[word] = readWord(key, 4 * word);
  cipher.encrypt(parts);
  for (let word = 0; word < 4; word++) writeWord(key, 4 * word, parts[word] as number);
  cipher.wipe();
  parts.fill(0);
}

/** Working memory, one per process. It is safe because derivation is synchronous; finish() wipes it. */
class KeyDeriver {
  readonly #key = new Int32Array(4);
  readonly #schedule: Schedule = newSchedule();
  readonly #other: Schedule = newSchedule();
  readonly #pair: Pair = new Int32Array(4);

  load(key: Uint8Array): void {
    for (let word = 0; word < 4; word++) this.#key[word] = readWord(key, 4 * word);
  }

  /** A.2, non-reversible key generation: both halves are derived from the whole previous key. */
  step(high: number, low: number): void {
    const [key, pair] = [this.#key, this.#pair];
    const right0 = key[2] as number;
    const right1 = key[3] as number;
    writeRoundKeys(this.#schedule, 0, key[0] as number, key[1] as number);
    addSchedules(this.#other, this.#schedule, OTHER_HALF_SCHEDULE);
    pair[0] = high ^ right0 ^ OTHER_HALF;
    pair[1] = low ^ right1;
    pair[2] = high ^ right0;
    pair[3] = low ^ right1;
    encryptPair(pair, this.#other, this.#schedule);
    key[0] = (pair[0] as number) ^ right0 ^ OTHER_HALF;
    key[1] = (pair[1] as number) ^ right1;
    key[2] = (pair[2] as number) ^ right0;
    key[3] = (pair[3] as number) ^ right1;
  }

  finish(): Uint8Array {
    const bytes = new Uint8Array(16);
    for (let word = 0; word < 4; word++) writeWord(bytes, 4 * word, this.#key[word] as number);
    for (const words of [this.#key, this.#schedule, this.#other, this.#pair]) words.fill(0);
    return bytes;
  }
}

const DERIVER = new KeyDeriver();

function maskSchedule(): Schedule {
  const words = newSchedule();
  writeRoundKeys(words, 0, OTHER_HALF, 0);
  return words;
}
