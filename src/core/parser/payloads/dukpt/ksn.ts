/**
 * Key serial numbers: ten bytes for TDES DUKPT (ANSI X9.24-1), twelve for AES DUKPT (X9.24-3). A KSN
 * is not secret.
 */
import { removeBlanks } from "../encoded-bytes.ts";
import { PayloadError } from "../payload-error.ts";
import { TDES_COUNTER_MASK } from "./tdes-dukpt.ts";

export const TDES_KSN_BYTES = 10;
export const AES_KSN_BYTES = 12;
/** A shorter KSN would have nothing but the counter. */
const BYTES_MIN = 5;
/** Terminals skip counters with more set bits: X9.24-1 A.1, X9.24-3 6.3. */
const TDES_BITS_MAX = 10;
const AES_BITS_MAX = 16;

/** Returns upper-case hex of 20 or 24 digits. A short KSN is padded with F on the left. */
export function readKsn(text: string, from: string): string {
  const digits = removeBlanks(text).toUpperCase();
  if (digits.length % 2 === 1 || !/^[0-9A-F]+$/.test(digits)) {
    throw new PayloadError(
      "bad_ksn",
      `The KSN ${from} is not valid. Expected pairs of hex digits.`,
    );
  }
  const bytes = digits.length / 2;
  if (bytes !== AES_KSN_BYTES && (bytes < BYTES_MIN || bytes > TDES_KSN_BYTES)) {
    throw new PayloadError(
      "bad_ksn",
      `The KSN ${from} has ${bytes} bytes. Expected ${TDES_KSN_BYTES} or ${AES_KSN_BYTES}.`,
    );
  }
  const ksn = bytes === AES_KSN_BYTES ? digits : digits.padStart(2 * TDES_KSN_BYTES, "F");
  requireReachable(ksn, from);
  return ksn;
}

export function isAesKsn(ksn: string): boolean {
  return ksn.length === 2 * AES_KSN_BYTES;
}

export function ksnCounter(ksn: string): number {
  const tail = Number.parseInt(ksn.slice(-8), 16);
  return isAesKsn(ksn) ? tail : tail & TDES_COUNTER_MASK;
}

function requireReachable(ksn: string, from: string): void {
  const most = isAesKsn(ksn) ? AES_BITS_MAX : TDES_BITS_MAX;
  const set = countSetBits(ksnCounter(ksn));
  if (set <= most) return;
  throw new PayloadError(
    "bad_ksn",
    `The counter of the KSN ${from} has ${set} set bits. Devices use at most ${most}.`,
  );
}

function countSetBits(counter: number): number {
  let count = 0;
  for (let left = counter; left !== 0; left &= left - 1) count++;
  return count;
}
