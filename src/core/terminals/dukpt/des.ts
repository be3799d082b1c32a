/**
 * DES and triple DES (FIPS 46-3; ANSI X9.52) on pairs of 32-bit words. A terminal's key takes up to
 * twenty DES keys for a block each: handing each to OpenSSL costs ten times the work itself.
 */
import {
  CHOSEN_C,
  CHOSEN_D,
  CHOSEN_FOR_ROUND,
  SEVEN_BITS,
  SHIFTS,
  SUBSTITUTIONS,
} from "./des-tables.ts";

/** Sixteen round keys of two words each: boxes 1, 3, 5, 7 and boxes 2, 4, 6, 8. */
const SCHEDULE_WORDS = 32;
const ROUNDS = 16;
const HALF_BITS = 28;
const HALF_MASK = 2 ** HALF_BITS - 1;

/** The round keys of one DES key, or of several one after the other. */
export type Schedule = Int32Array;
/** Eight bytes as two words, high word first. */
export type Words = Int32Array;

export function wordAt(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] as number) << 24) |
    ((bytes[at + 1] as number) << 16) |
    ((bytes[at + 2] as number) << 8) |
    (bytes[at + 3] as number)
  );
}

export function putWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word >>> 24;
  bytes[at + 1] = word >>> 16;
  bytes[at + 2] = word >>> 8;
  bytes[at + 3] = word;
}

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

/** Adds one schedule to another: the round keys of the XOR of both keys. */
export function addSchedule(into: Schedule, other: Schedule): void {
  for (let word = 0; word < into.length; word++) {
    into[word] = (into[word] as number) ^ (other[word] as number);
  }
}

/** One block, in place, under a single key. FIPS 46-3, figure 1. */
export function encryptDes(block: Words, key: Schedule): void {
  enter(block);
  runRounds(block, key, 0);
  leave(block);
}

/** One block under three keys in turn, the second backwards: X9.52, TDEA forward operation. */
export function encryptTripleDes(block: Words, keys: Schedule): void {
  enter(block);
  runRounds(block, keys, 0);
  runRoundsBack(block, keys, 1);
  runRounds(block, keys, 2);
  leave(block);
}

/** X9.52, TDEA inverse operation. */
export function decryptTripleDes(block: Words, keys: Schedule): void {
  enter(block);
  runRoundsBack(block, keys, 2);
  runRounds(block, keys, 1);
  runRoundsBack(block, keys, 0);
  leave(block);
}

/** Sixteen rounds between the two permutations, which cancel out where one DES follows another. */
function runRounds(block: Words, keys: Schedule, place: number): void {
  let left = block[0] as number;
  let right = block[1] as number;
  const end = (place + 1) * SCHEDULE_WORDS;
  for (let at = end - SCHEDULE_WORDS; at < end; at += 4) {
    left ^= roundOf(right, keys[at] as number, keys[at + 1] as number);
    right ^= roundOf(left, keys[at + 2] as number, keys[at + 3] as number);
  }
  // The halves change places behind the last round.
  block[0] = right;
  block[1] = left;
}

function runRoundsBack(block: Words, keys: Schedule, place: number): void {
  let left = block[0] as number;
  let right = block[1] as number;
  const end = place * SCHEDULE_WORDS;
  for (let at = end + SCHEDULE_WORDS - 4; at >= end; at -= 4) {
    left ^= roundOf(right, keys[at + 2] as number, keys[at + 3] as number);
    right ^= roundOf(left, keys[at] as number, keys[at + 1] as number);
  }
  block[0] = right;
  block[1] = left;
}

/** The initial permutation, as exchanges of bits between the halves; both end turned left by one. */
function enter(block: Words): void {
  let left = block[0] as number;
  let right = block[1] as number;
  let moved = ((left >>> 4) ^ right) & 0x0f0f0f0f;
  right ^= moved;
  left ^= moved << 4;
  moved = ((left >>> 16) ^ right) & 0x0000ffff;
  right ^= moved;
  left ^= moved << 16;
  moved = ((right >>> 2) ^ left) & 0x33333333;
  left ^= moved;
  right ^= moved << 2;
  moved = ((right >>> 8) ^ left) & 0x00ff00ff;
  left ^= moved;
  right ^= moved << 8;
  right = (right << 1) | (right >>> 31);
  moved = (left ^ right) & 0xaaaaaaaa;
  right ^= moved;
  left ^= moved;
  block[0] = (left << 1) | (left >>> 31);
  block[1] = right;
}

/** The same backwards: the final permutation is the inverse of the initial one. */
function leave(block: Words): void {
  let left = block[0] as number;
  let right = block[1] as number;
  left = (left << 31) | (left >>> 1);
  let moved = (left ^ right) & 0xaaaaaaaa;
  left ^= moved;
  right ^= moved;
  right = (right << 31) | (right >>> 1);
  moved = ((right >>> 8) ^ left) & 0x00ff00ff;
  left ^= moved;
  right ^= moved << 8;
  moved = ((right >>> 2) ^ left) & 0x33333333;
  left ^= moved;
  right ^= moved << 2;
  moved = ((left >>> 16) ^ right) & 0x0000ffff;
  right ^= moved;
  left ^= moved << 16;
  moved = ((left >>> 4) ^ right) & 0x0f0f0f0f;
  block[0] = left ^ (moved << 4);
  block[1] = right ^ moved;
}

// Boxes 1 to 8, each a table of its own: an index of six bits is then always inside.
const [BOX_1, BOX_2, BOX_3, BOX_4] = [boxOf(1), boxOf(2), boxOf(3), boxOf(4)];
const [BOX_5, BOX_6, BOX_7, BOX_8] = [boxOf(5), boxOf(6), boxOf(7), boxOf(8)];

function boxOf(number: number): Int32Array {
  return SUBSTITUTIONS.slice(64 * (number - 1), 64 * number);
}

/** FIPS 46-3, figure 2: expansion, round key, S-boxes and permutation, by table. */
function roundOf(half: number, key1: number, key2: number): number {
  const odd = ((half << 28) | (half >>> 4)) ^ key1;
  const even = half ^ key2;
  return (
    (BOX_1[(odd >>> 24) & 63] as number) |
    (BOX_3[(odd >>> 16) & 63] as number) |
    (BOX_5[(odd >>> 8) & 63] as number) |
    (BOX_7[odd & 63] as number) |
    (BOX_2[(even >>> 24) & 63] as number) |
    (BOX_4[(even >>> 16) & 63] as number) |
    (BOX_6[(even >>> 8) & 63] as number) |
    (BOX_8[even & 63] as number)
  );
}
