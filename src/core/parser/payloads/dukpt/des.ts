/**
 * DES and triple DES (FIPS 46-3; ANSI X9.52) on words of 32 bits, two blocks at a time. A terminal's
 * key takes up to twenty DES keys for a block each: OpenSSL's key objects cost ten times that work.
 */
import { SCHEDULE_WORDS, type Schedule } from "./des-schedule.ts";
import { SUBSTITUTIONS } from "./des-tables.ts";

/** Two blocks of eight bytes as four words, high words first. */
export type Pair = Int32Array;

/** Both blocks, in place, each under a key of its own. FIPS 46-3, figure 1. */
export function encryptPair(pair: Pair, first: Schedule, second: Schedule): void {
  enter(pair);
  runRounds(pair, first, second, 0);
  leave(pair);
}

/** Both blocks under three keys in turn, the second backwards: X9.52, TDEA forward operation. */
export function encryptTriplePair(pair: Pair, keys: Schedule): void {
  enter(pair);
  runRounds(pair, keys, keys, 0);
  runRoundsBack(pair, keys, 1);
  runRounds(pair, keys, keys, 2);
  leave(pair);
}

/** X9.52, TDEA inverse operation. */
export function decryptTriplePair(pair: Pair, keys: Schedule): void {
  enter(pair);
  runRoundsBack(pair, keys, 2);
  runRounds(pair, keys, keys, 1);
  runRoundsBack(pair, keys, 0);
  leave(pair);
}

/**
 * Sixteen rounds between the two permutations, which cancel out where one DES follows another. A
 * round waits for the one before: with two blocks side by side the processor waits half as often.
 */
function runRounds(pair: Pair, first: Schedule, second: Schedule, place: number): void {
  let left = pair[0] as number;
  let right = pair[1] as number;
  let left2 = pair[2] as number;
  let right2 = pair[3] as number;
  const end = (place + 1) * SCHEDULE_WORDS;
  for (let at = end - SCHEDULE_WORDS; at < end; at += 4) {
    left ^= roundOf(right, first[at] as number, first[at + 1] as number);
    left2 ^= roundOf(right2, second[at] as number, second[at + 1] as number);
    right ^= roundOf(left, first[at + 2] as number, first[at + 3] as number);
    right2 ^= roundOf(left2, second[at + 2] as number, second[at + 3] as number);
  }
  // The halves change places behind the last round.
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
    left ^= roundOf(right, keys[at + 2] as number, keys[at + 3] as number);
    left2 ^= roundOf(right2, keys[at + 2] as number, keys[at + 3] as number);
    right ^= roundOf(left, keys[at] as number, keys[at + 1] as number);
    right2 ^= roundOf(left2, keys[at] as number, keys[at + 1] as number);
  }
  pair[0] = right;
  pair[1] = left;
  pair[2] = right2;
  pair[3] = left2;
}

function enter(pair: Pair): void {
  enterBlock(pair, 0);
  enterBlock(pair, 2);
}

function leave(pair: Pair): void {
  leaveBlock(pair, 0);
  leaveBlock(pair, 2);
}

/** The initial permutation, as exchanges of bits between the halves; both end turned left by one. */
function enterBlock(block: Pair, at: number): void {
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

/** The same backwards: the final permutation is the inverse of the initial one. */
function leaveBlock(block: Pair, at: number): void {
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
