/**
 * TDES DUKPT (ANSI X9.24-1:2009, annex A): from the key injected into a terminal to the key of one
 * reading. Pure: bytes in, bytes out. Whoever gets a key wipes it.
 */
import { encryptPair, type Pair } from "./des.ts";
import { addSchedules, newSchedule, type Schedule, schedule } from "./des-schedule.ts";
import { TripleDes } from "./triple-des.ts";
import { putWord, wordAt } from "./words.ts";

const COUNTER_BITS = 21;
export const TDES_COUNTER_MASK = 2 ** COUNTER_BITS - 1;

/** A.2 and A.6: the mask of the other half of a key, in the high word of each part. */
const OTHER_HALF = 0xc0c0c0c0 | 0;
const OTHER_HALF_SCHEDULE = maskSchedule();

/** A.4.1: what each use adds to both parts of a key, as high and low word. */
const VARIANTS = {
  pin: [0, 0x000000ff],
  "mac-request": [0, 0x0000ff00],
  "mac-response": [0, 0xff000000 | 0],
  "data-request": [0, 0x00ff0000],
  "data-response": [0x000000ff, 0],
} as const;
export type KeyUse = keyof typeof VARIANTS;

/** A.3, derivation of the current key: a step for every set bit of the counter, the highest first. */
export function tdesTransactionKey(initial: Uint8Array, ksn: Uint8Array): Uint8Array {
  const counter = wordAt(ksn, 6) & TDES_COUNTER_MASK;
  const high = wordAt(ksn, 2);
  let reached = wordAt(ksn, 6) & ~TDES_COUNTER_MASK;
  BENCH.take(initial);
  for (let bit = 1 << (COUNTER_BITS - 1); bit > 0; bit >>= 1) {
    if ((counter & bit) === 0) continue;
    reached |= bit;
    BENCH.step(high, reached);
  }
  return BENCH.give();
}

/** A.4.1; for data keys the variant then enciphers its own parts, a step that leads nowhere back. */
export function tdesWorkingKey(
  transaction: Uint8Array,
  { use, hasOneWayStep }: { readonly use: KeyUse; readonly hasOneWayStep: boolean },
): Uint8Array {
  const variant = transaction.slice();
  const [high, low] = VARIANTS[use];
  for (const at of [0, 8]) {
    putWord(variant, at, wordAt(variant, at) ^ high);
    putWord(variant, at + 4, wordAt(variant, at + 4) ^ low);
  }
  if (hasOneWayStep) encipherItself(variant);
  return variant;
}

function encipherItself(key: Uint8Array): void {
  const cipher = new TripleDes(key);
  const parts: Pair = new Int32Array(4);
  for (let word = 0; word < 4; word++) parts[word] = wordAt(key, 4 * word);
  cipher.encrypt(parts);
  for (let word = 0; word < 4; word++) putWord(key, 4 * word, parts[word] as number);
  cipher.wipe();
  parts.fill(0);
}

/** Room to work in, one for the process: no step waits for anything, and giving wipes it. */
class Bench {
  readonly #key = new Int32Array(4);
  readonly #schedule: Schedule = newSchedule();
  readonly #other: Schedule = newSchedule();
  readonly #pair: Pair = new Int32Array(4);

  take(key: Uint8Array): void {
    for (let word = 0; word < 4; word++) this.#key[word] = wordAt(key, 4 * word);
  }

  /** A.2, non-reversible key generation: both halves follow from the whole key before. */
  step(high: number, low: number): void {
    const [key, pair] = [this.#key, this.#pair];
    const right0 = key[2] as number;
    const right1 = key[3] as number;
    schedule(this.#schedule, 0, key[0] as number, key[1] as number);
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

  give(): Uint8Array {
    const bytes = new Uint8Array(16);
    for (let word = 0; word < 4; word++) putWord(bytes, 4 * word, this.#key[word] as number);
    for (const room of [this.#key, this.#schedule, this.#other, this.#pair]) room.fill(0);
    return bytes;
  }
}

const BENCH = new Bench();

function maskSchedule(): Schedule {
  const words = newSchedule();
  schedule(words, 0, OTHER_HALF, 0);
  return words;
}
