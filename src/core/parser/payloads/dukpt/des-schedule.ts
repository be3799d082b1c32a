/** The key schedule of DES (FIPS 46-3, appendix 1): derives the sixteen round keys of a key. */
import { CHOSEN_C, CHOSEN_D, CHOSEN_FOR_ROUND, SHIFTS } from "./des-tables.ts";

/** Sixteen round keys of two words each: for boxes 1, 3, 5, 7 and for boxes 2, 4, 6, 8. */
export const SCHEDULE_WORDS = 32;
const ROUNDS = 16;
const HALF_BITS = 28;
const HALF_MASK = 2 ** HALF_BITS - 1;

/** The round keys of one or more DES keys, one key after the other. */
export type Schedule = Int32Array;

export function newSchedule(keys = 1): Schedule {
  return new Int32Array(keys * SCHEDULE_WORDS);
}

/** Allocating three schedules costs more than filling them, so wiped ones are reused. */
const spares: Schedule[] = [];
const SPARES_MAX = 4;

export function borrowTripleSchedule(): Schedule {
  return spares.pop() ?? newSchedule(3);
}

/** Wipes the schedule. The caller must not use it afterwards. */
export function returnTripleSchedule(keys: Schedule): void {
  keys.fill(0);
  if (spares.length < SPARES_MAX) spares.push(keys);
}

// One constant per table, so that a seven-bit index is always in range.
const [C_1, C_2, C_3, C_4, C_5, C_6, C_7, C_8] = CHOSEN_C;
const [D_1, D_2, D_3, D_4, D_5, D_6, D_7, D_8] = CHOSEN_D;
const [ROUND_1, ROUND_2, ROUND_3, ROUND_4, ROUND_5, ROUND_6, ROUND_7, ROUND_8] = CHOSEN_FOR_ROUND;

/** Writes the round keys of the DES key (high, low) at index `place` of a schedule. */
export function writeRoundKeys(into: Schedule, place: number, high: number, low: number): void {
  let c = firstC(high, low);
  let d = firstD(high, low);
  const start = place * SCHEDULE_WORDS;
  for (let round = 0; round < ROUNDS; round++) {
    const shift = SHIFTS[round] as number;
    c = ((c << shift) | (c >>> (HALF_BITS - shift))) & HALF_MASK;
    d = ((d << shift) | (d >>> (HALF_BITS - shift))) & HALF_MASK;
    const ofC = chosenOfC(c);
    const ofD = chosenOfD(d);
    into[start + 2 * round] = (ofC & 0xffff0000) | (ofD >>> 16);
    into[start + 2 * round + 1] = (ofC << 16) | (ofD & 0xffff);
  }
}

/** Permuted choice 1: the lowest bit of each byte is parity. */
function firstC(high: number, low: number): number {
  return (
    (C_1[high >>> 25] as number) |
    (C_2[(high >>> 17) & 127] as number) |
    (C_3[(high >>> 9) & 127] as number) |
    (C_4[(high >>> 1) & 127] as number) |
    (C_5[low >>> 25] as number) |
    (C_6[(low >>> 17) & 127] as number) |
    (C_7[(low >>> 9) & 127] as number) |
    (C_8[(low >>> 1) & 127] as number)
  );
}

function firstD(high: number, low: number): number {
  return (
    (D_1[high >>> 25] as number) |
    (D_2[(high >>> 17) & 127] as number) |
    (D_3[(high >>> 9) & 127] as number) |
    (D_4[(high >>> 1) & 127] as number) |
    (D_5[low >>> 25] as number) |
    (D_6[(low >>> 17) & 127] as number) |
    (D_7[(low >>> 9) & 127] as number) |
    (D_8[(low >>> 1) & 127] as number)
  );
}

/** Permuted choice 2. */
function chosenOfC(half: number): number {
  return (
    (ROUND_1[(half >>> 21) & 127] as number) |
    (ROUND_2[(half >>> 14) & 127] as number) |
    (ROUND_3[(half >>> 7) & 127] as number) |
    (ROUND_4[half & 127] as number)
  );
}

function chosenOfD(half: number): number {
  return (
    (ROUND_5[(half >>> 21) & 127] as number) |
    (ROUND_6[(half >>> 14) & 127] as number) |
    (ROUND_7[(half >>> 7) & 127] as number) |
    (ROUND_8[half & 127] as number)
  );
}

/** The round keys of the XOR of two keys are the XOR of their round keys. */
export function addSchedules(into: Schedule, one: Schedule, other: Schedule): void {
  for (let word = 0; word < SCHEDULE_WORDS; word++) {
    into[word] = (one[word] as number) ^ (other[word] as number);
  }
}
