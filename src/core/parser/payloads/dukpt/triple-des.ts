/**
 * Triple DES (ANSI X9.52; ISO/IEC 18033-3) with a key of two or three parts: encrypts and decrypts
 * pairs of blocks, and decrypts CBC and ECB. The caller wipes a TripleDes after use.
 */
import { decryptTriplePair, encryptTriplePair, type Pair } from "./des.ts";
import {
  borrowTripleSchedule,
  returnTripleSchedule,
  type Schedule,
  writeRoundKeys,
} from "./des-schedule.ts";
import { readWord, writeWord } from "./words.ts";

export const TDES_BLOCK_BYTES = 8;

const WIPED: Schedule = new Int32Array(0);

export class TripleDes {
  #keys: Schedule = borrowTripleSchedule();

  constructor(key: Uint8Array) {
    for (let at = 0; at < key.length; at += 8) {
      writeRoundKeys(this.#keys, at / 8, readWord(key, at), readWord(key, at + 4));
    }
    // X9.52, keying option 2: the third part is the first.
    if (key.length === 16)
      this.#keys.copyWithin((2 * this.#keys.length) / 3, 0, this.#keys.length / 3);
  }

  encrypt(pair: Pair): void {
    encryptTriplePair(pair, this.#keys);
  }

  decrypt(pair: Pair): void {
    decryptTriplePair(pair, this.#keys);
  }

  /** The object cannot be used afterwards. */
  wipe(): void {
    returnTripleSchedule(this.#keys);
    this.#keys = WIPED;
  }
}

/** Working memory for two blocks. It is safe because decryption is synchronous and wipes it. */
const PAIR: Pair = new Int32Array(4);

/** ISO/IEC 10116, CBC. The default initialization vector is zeros. The length is a multiple of 8. */
export function decryptTdesCbc(key: Uint8Array, data: Uint8Array, iv?: Uint8Array): Buffer {
  // Every byte is written below.
  const clear = Buffer.allocUnsafe(data.length);
  const cipher = new TripleDes(key);
  for (let at = 0; at < data.length; at += 2 * TDES_BLOCK_BYTES) {
    const words = Math.min(4, (data.length - at) / 4);
    for (let word = 0; word < words; word++) PAIR[word] = readWord(data, at + 4 * word);
    cipher.decrypt(PAIR);
    for (let word = 0; word < words; word++) writeWord(clear, at + 4 * word, PAIR[word] as number);
  }
  cipher.wipe();
  PAIR.fill(0);
  removeChaining(clear, data, iv);
  return clear;
}

/** XORs each block with the previous ciphertext block, and the first with the vector. */
function removeChaining(clear: Uint8Array, data: Uint8Array, iv: Uint8Array | undefined): void {
  for (let at = 0; at < clear.length; at++) {
    const before = at < TDES_BLOCK_BYTES ? (iv?.[at] ?? 0) : data[at - TDES_BLOCK_BYTES];
    clear[at] = (clear[at] as number) ^ (before as number);
  }
}

/** Each block by itself. */
export function decryptTdesEcb(key: Uint8Array, data: Uint8Array): Buffer {
  const clear = Buffer.alloc(data.length);
  for (let at = 0; at < data.length; at += TDES_BLOCK_BYTES) {
    clear.set(decryptTdesCbc(key, data.subarray(at, at + TDES_BLOCK_BYTES)), at);
  }
  return clear;
}
