/**
 * BPS (Brier, Peyrin, Stern 2010), a Feistel cipher on decimal digits that keeps their number, here
 * with triple DES as its round function. Section numbers are the paper's.
 */
import { TripleDes } from "./triple-des.ts";

const ROUNDS = 8;
/** 2.2: twice the digits that fit beside a 32-bit tweak in a block of 64 bits. */
export const WINDOW_DIGITS = 18;
export const BPS_DIGITS_MIN = 2;

/** Both halves of the 64-bit tweak. */
export interface Tweak {
  readonly left: number;
  readonly right: number;
}

/** Digits back to digits. Fewer than two cannot be enciphered and come back as they are. */
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
    // The last window ends at the last digit, and so reaches back into the one before.
    decryptWindow(cipher, text.subarray(-WINDOW_DIGITS), tweakOf(tweak, whole));
    unchain(text, text.length - rest, text.length);
  }
  for (let window = whole - 1; window >= 0; window--) {
    const start = window * WINDOW_DIGITS;
    const digits = text.subarray(start, start + WINDOW_DIGITS);
    decryptWindow(cipher, digits, tweakOf(tweak, window));
    if (window > 0) unchain(text, start, start + WINDOW_DIGITS);
  }
}

function tweakOf({ left, right }: Tweak, window: number): Tweak {
  return { left: left ^ (window << 16), right: right ^ (window << 16) };
}

/** Takes away what the window before had added, digit by digit. */
function unchain(text: Uint8Array, start: number, end: number): void {
  for (let at = start; at < end; at++) {
    text[at] = ((text[at] as number) + 10 - (text[at - WINDOW_DIGITS] as number)) % 10;
  }
}

/** 2.4, the internal cipher backwards: halves are numbers whose first digit counts least. */
function decryptWindow(cipher: TripleDes, digits: Uint8Array, tweak: Tweak): void {
  const split = Math.ceil(digits.length / 2);
  const leftSize = 10 ** split;
  const rightSize = 10 ** (digits.length - split);
  let left = numberOf(digits.subarray(0, split));
  let right = numberOf(digits.subarray(split));
  for (let round = ROUNDS - 1; round >= 0; round--) {
    if (round % 2 === 0) {
      left = (left + leftSize - mixed(cipher, tweak.right ^ round, right, leftSize)) % leftSize;
    } else {
      right = (right + rightSize - mixed(cipher, tweak.left ^ round, left, rightSize)) % rightSize;
    }
  }
  putNumber(digits.subarray(0, split), left);
  putNumber(digits.subarray(split), right);
}

/** The round function: tweak and round above, the other half below, modulo a power of ten. */
function mixed(cipher: TripleDes, high: number, low: number, size: number): number {
  const block = Int32Array.of(high, low, 0, 0);
  cipher.encrypt(block);
  const [top, bottom] = [(block[0] as number) >>> 0, (block[1] as number) >>> 0];
  // In steps of sixteen bits everything stays an exact number.
  const upper = ((top % size) * 0x10000 + (bottom >>> 16)) % size;
  return (upper * 0x10000 + (bottom & 0xffff)) % size;
}

function numberOf(digits: Uint8Array): number {
  return digits.reduceRight((value, digit) => value * 10 + digit, 0);
}

function putNumber(digits: Uint8Array, value: number): void {
  let left = value;
  for (let at = 0; at < digits.length; at++) {
    digits[at] = left % 10;
    left = Math.floor(left / 10);
  }
}
