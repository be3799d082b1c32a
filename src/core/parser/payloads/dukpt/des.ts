/**
 * DES and triple DES (FIPS 46-3; ANSI X9.52) on 32-bit words, two blocks at a time. Deriving a key
 * uses up to twenty DES keys for one block each, and OpenSSL needs ten times as long to set up a key.
 */
import { SCHEDULE_WORDS, type Schedule } from "./des-schedule.ts";
import { SUBSTITUTIONS } from "./des-tables.ts";

/** Two blocks of eight bytes as four words, high words first. */
export type Pair = Int32Array;

/** Encrypts both blocks in place, each with its own key. FIPS 46-3, figure 1. */
export function encryptPair(pair: Pair, first: Schedule, second: Schedule): void {
  permuteInitial(pair);
  runRounds(pair, first, second, 0);
  permuteFinal(pair);
}

/** Encrypts both blocks in place with three keys. X9.52, TDEA forward operation. */
export function encryptTriplePair(pair: Pair, keys: Schedule): void {
  permuteInitial(pair);
  runRounds(pair, keys, keys, 0);
  runRoundsBack(pair, keys, 1);
  runRounds(pair, keys, keys, 2);
  permuteFinal(pair);
}

/** X9.52, TDEA inverse operation. */
export function decryptTriplePair(pair: Pair, keys: Schedule): void {
  permuteInitial(pair);
  runRoundsBack(pair, keys, 2);
  runRounds(pair, keys, keys, 1);
  runRoundsBack(pair, keys, 0);
  permuteFinal(pair);
}

/**
 * Sixteen rounds without the permutations, which cancel out between two DES operations. A round
 * depends on the round before it, so the processor works on two independent blocks in parallel.
 */
function runRounds(pair: Pair, first: Schedule, second: Schedule, place: number): void {
  let left = pair[0] as number;
  let right = pair[1] as number;
  let left2 = pair[2] as number;
  let right2 = pair[3] as number;
  const end = (place + 1) * SCHEDULE_WORDS;
  for (let at = end - SCHEDULE_WORDS; at < end; at += 4) {
    left ^= roundFunction(right, first[at] as number, first[at + 1] as number);
    left2 ^= roundFunction(right2, second[at] as number, second[at + 1] as number);
    right ^= roundFunction(left, first[at + 2] as number, first[at + 3] as number);
    right2 ^= roundFunction(left2, second[at + 2] as number, second[at + 3] as number);
  }
  // The halves are swapped after the last round.
  pair[0] = right;
  pair[1] = left;
  pair[2] = right2;
  pair[3] = left2;
}

function runRoundsBack(pair: Pair, keys: Schedule, place: number): void {
  let left = pair[0] as number;
  let right = pair[1] as number;
  let left2 = pair[2] as number;
  let right2 = pair[3] as number;
  const end = place * SCHEDULE_WORDS;
  for (let at = end + SCHEDULE_WORDS - 4; at >= end; at -= 4) {
    left ^= roundFunction(right, keys[at + 2] as number, keys[at + 3] as number);
    left2 ^= roundFunction(right2, keys[at + 2] as number, keys[at + 3] as number);
    right ^= roundFunction(left, keys[at] as number, keys[at + 1] as number);
    right2 ^= roundFunction(left2, keys[at] as number, keys[at + 1] as number);
  }
  pair[0] = right;
  pair[1] = left;
  pair[2] = right2;
  pair[3] = left2;
}

function permuteInitial(pair: Pair): void {
  permuteBlockInitial(pair, 0);
  permuteBlockInitial(pair, 2);
}

function permuteFinal(pair: Pair): void {
  permuteBlockFinal(pair, 0);
  permuteBlockFinal(pair, 2);
}

/** The initial permutation as bit swaps between the halves. Both halves end rotated left by one. */
function permuteBlockInitial(block: Pair, at: number): void {
  let left = block[at] as number;
  let right = block[at + 1] as number;
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
  block[at] = (left << 1) | (left >>> 31);
  block[at + 1] = right;
}

/** The final permutation, the inverse of the initial one. */
function permuteBlockFinal(block: Pair, at: number): void {
  let left = block[at] as number;
  let right = block[at + 1] as number;
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
  block[at] = left ^ (moved << 4);
  block[at + 1] = right ^ moved;
}

// One table per box, so that a six-bit index is always in range.
const [BOX_1, BOX_2, BOX_3, BOX_4] = [sBox(1), sBox(2), sBox(3), sBox(4)];
const [BOX_5, BOX_6, BOX_7, BOX_8] = [sBox(5), sBox(6), sBox(7), sBox(8)];

function sBox(number: number): Int32Array {
  return SUBSTITUTIONS.slice(64 * (number - 1), 64 * number);
}

/** FIPS 46-3, figure 2: expansion, round key, S-boxes and permutation, with tables. */
function roundFunction(half: number, key1: number, key2: number): number {
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
