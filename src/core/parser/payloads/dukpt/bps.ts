/**
 * BPS (Brier, Peyrin, Stern 2010), a format-preserving Feistel cipher on decimal digits, with triple
 * DES as its round function. Section numbers refer to the paper.
 */
import { TripleDes } from "./triple-des.ts";

const ROUNDS = 8;
/** 2.2: twice the number of digits that fit next to a 32-bit tweak in a 64-bit block. */
export const WINDOW_DIGITS = 18;
export const BPS_DIGITS_MIN = 2;

/** Both halves of the 64-bit tweak. */
export interface Tweak {
  readonly left: number;
  readonly right: number;
}

/** Fewer than two digits cannot be encrypted, and are returned unchanged. */
export function decryptBps(key: Uint8Array, digits: string, tweak: Tweak): string {
  if (digits.length < BPS_DIGITS_MIN) return digits;
  const cipher = new TripleDes(key);
  const text = Uint8Array.from(digits, Number);
  decryptWindows(cipher, text, tweak);
  cipher.wipe();
  return text.join("");
}

/** 3, the mode of operation, from the last window to the first. */
function decryptWindows(cipher: TripleDes, text: Uint8Array, tweak: Tweak): void {
  const whole = Math.floor(text.length / WINDOW_DIGITS);
  const rest = text.length % WINDOW_DIGITS;
  if (whole === 0) {
    decryptWindow(cipher, text, tweak);
    return;
  }
  if (rest > 0) {
    // The last window ends at the last digit, so it overlaps the window before it.
    decryptWindow(cipher, text.subarray(-WINDOW_DIGITS), windowTweak(tweak, whole));
    removeChaining(text, text.length - rest, text.length);
  }
  for (let window = whole - 1; window >= 0; window--) {
    const start = window * WINDOW_DIGITS;
    const digits = text.subarray(start, start + WINDOW_DIGITS);
    decryptWindow(cipher, digits, windowTweak(tweak, window));
    if (window > 0) removeChaining(text, start, start + WINDOW_DIGITS);
  }
}

function windowTweak({ left, right }: Tweak, window: number): Tweak {
  return { left: left ^ (window << 16), right: right ^ (window << 16) };
}

/** Subtracts the digits of the previous window. */
function removeChaining(text: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    text[at] = ((text[at] as number) + 10 - (text[at - WINDOW_DIGITS] as number)) % 10;
  }
}

/** 2.4, the inverse of the internal cipher. The first digit of a half is the least significant. */
function decryptWindow(cipher: TripleDes, digits: Uint8Array, tweak: Tweak): void {
  const split = Math.ceil(digits.length / 2);
  const leftSize = 10 ** split;
  const rightSize = 10 ** (digits.length - split);
  let left = digitsToNumber(digits.subarray(0, split));
  let right = digitsToNumber(digits.subarray(split));
  for (let round = ROUNDS - 1; round >= 0; round--) {
    if (round % 2 === 0) {
      left =
        (left + leftSize - roundFunction(cipher, tweak.right ^ round, right, leftSize)) % leftSize;
    } else {
      right =
        (right + rightSize - roundFunction(cipher, tweak.left ^ round, left, rightSize)) %
        rightSize;
    }
  }
  writeDigits(digits.subarray(0, split), left);
  writeDigits(digits.subarray(split), right);
}

/** Encrypts tweak and round (high) and the other half (low), modulo a power of ten. */
function roundFunction(cipher: TripleDes, high: number, low: number, size: number): number {
  const block = Int32Array.of(high, low, 0, 0);
  cipher.encrypt(block);
  const [top, bottom] = [(block[0] as number) >>> 0, (block[1] as number) >>> 0];
  // In steps of 16 bits every intermediate value is an exact number.
  const upper = ((top % size) * 0x10000 + (bottom >>> 16)) % size;
  return (upper * 0x10000 + (bottom & 0xffff)) % size;
}

function digitsToNumber(digits: Uint8Array): number {
  return digits.reduceRight((value, digit) => value * 10 + digit, 0);
}

function writeDigits(digits: Uint8Array, value: number): void {
  let left = value;
  for (let at = 0; at < digits.length; at++) {
    digits[at] = left % 10;
    left = Math.floor(left / 10);
  }
}
