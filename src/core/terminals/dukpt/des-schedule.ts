/** The key schedule of DES (FIPS 46-3, appendix 1): from a key to its sixteen round keys. */
import { CHOSEN_C, CHOSEN_D, CHOSEN_FOR_ROUND, SEVEN_BITS, SHIFTS } from "./des-tables.ts";

/** Sixteen round keys of two words each: boxes 1, 3, 5, 7 and boxes 2, 4, 6, 8. */
export const SCHEDULE_WORDS = 32;
const ROUNDS = 16;
const HALF_BITS = 28;
const HALF_MASK = 2 ** HALF_BITS - 1;

/** The round keys of one DES key, or of several one after the other. */
export type Schedule = Int32Array;

export function newSchedule(keys = 1): Schedule {
  return new Int32Array(keys * SCHEDULE_WORDS);
}

/** Room for three keys costs more to make than to fill: what was wiped is used again. */
const spares: Schedule[] = [];
const SPARES_MAX = 4;

export function borrowTripleSchedule(): Schedule {
  return spares.pop() ?? newSchedule(3);
}

/** Wiped first. Whoever gives it back must not touch it any more. */
export function returnTripleSchedule(keys: Schedule): void {
  keys.fill(0);
  if (spares.length < SPARES_MAX) spares.push(keys);
}

/** Writes the round keys of the DES key (high, low) as number `place` of a schedule. */
export function schedule(into: Schedule, place: number, high: number, low: number): void {
  let c = 0;
  let d = 0;
  for (let byte = 0; byte < 8; byte++) {
    const seven = ((byte < 4 ? high : low) >>> (25 - 8 * (byte & 3))) & 127;
    c |= CHOSEN_C[byte * SEVEN_BITS + seven] as number;
    d |= CHOSEN_D[byte * SEVEN_BITS + seven] as number;
  }
  const start = place * SCHEDULE_WORDS;
  for (let round = 0; round < ROUNDS; round++) {
    const shift = SHIFTS[round] as number;
    c = ((c << shift) | (c >>> (HALF_BITS - shift))) & HALF_MASK;
    d = ((d << shift) | (d >>> (HALF_BITS - shift))) & HALF_MASK;
    const ofC = chosen(c, 0);
    const ofD = chosen(d, 4 * SEVEN_BITS);
    into[start + 2 * round] = (ofC & 0xffff0000) | (ofD >>> 16);
    into[start + 2 * round + 1] = (ofC << 16) | (ofD & 0xffff);
  }
}

function chosen(half: number, table: number): number {
  return (
    (CHOSEN_FOR_ROUND[table + (half >>> 21)] as number) |
    (CHOSEN_FOR_ROUND[table + SEVEN_BITS + ((half >>> 14) & 127)] as number) |
    (CHOSEN_FOR_ROUND[table + 2 * SEVEN_BITS + ((half >>> 7) & 127)] as number) |
    (CHOSEN_FOR_ROUND[table + 3 * SEVEN_BITS + (half & 127)] as number)
  );
}

/** The round keys of the XOR of two keys are the XOR of their round keys. */
export function addSchedules(into: Schedule, one: Schedule, other: Schedule): void {
  for (let word = 0; word < SCHEDULE_WORDS; word++) {
    into[word] = (one[word] as number) ^ (other[word] as number);
  }
}
