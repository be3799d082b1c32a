/**
 * Key serial numbers: ten bytes ask for TDES DUKPT (ANSI X9.24-1), twelve for AES DUKPT (X9.24-3).
 * What is read here is not secret.
 */
import { withoutBlanks } from "../encoded-bytes.ts";
import { PayloadError } from "../payload-error.ts";
import { TDES_COUNTER_MASK } from "./tdes-dukpt.ts";

export const TDES_KSN_BYTES = 10;
export const AES_KSN_BYTES = 12;
/** Of a shorter one nothing would be left beside the counter. */
const BYTES_MIN = 5;
/** A terminal skips counter values with more set bits: X9.24-1 A.1, X9.24-3 6.3. */
const TDES_BITS_MAX = 10;
const AES_BITS_MAX = 16;

/** In upper-case hex of 20 or 24 digits; a short one is filled up with F on its left. */
export function readKsn(text: string, from: string): string {
  const digits = withoutBlanks(text).toUpperCase();
  if (digits.length % 2 === 1 || !/^[0-9A-F]+$/.test(digits)) {
    throw new PayloadError("bad_ksn", `The KSN ${from} is not pairs of hex digits.`);
  }
  const bytes = digits.length / 2;
  if (bytes !== AES_KSN_BYTES && (bytes < BYTES_MIN || bytes > TDES_KSN_BYTES)) {
    throw new PayloadError(
      "bad_ksn",
      `The KSN ${from} has ${bytes} bytes; ${TDES_KSN_BYTES} or ${AES_KSN_BYTES} were expected.`,
    );
  }
  const ksn = bytes === AES_KSN_BYTES ? digits : digits.padStart(2 * TDES_KSN_BYTES, "F");
  requireReachable(ksn, from);
  return ksn;
}

export function isAesKsn(ksn: string): boolean {
  return ksn.length === 2 * AES_KSN_BYTES;
}

export function counterOf(ksn: string): number {
  const tail = Number.parseInt(ksn.slice(-8), 16);
  return isAesKsn(ksn) ? tail : tail & TDES_COUNTER_MASK;
}

function requireReachable(ksn: string, from: string): void {
  const most = isAesKsn(ksn) ? AES_BITS_MAX : TDES_BITS_MAX;
  const set = setBitsOf(counterOf(ksn));
  if (set <= most) return;
  throw new PayloadError(
    "bad_ksn",
    `The counter of the KSN ${from} has ${set} set bits; no terminal uses one with more than ${most}.`,
  );
}

function setBitsOf(counter: number): number {
  let count = 0;
  for (let left = counter; left !== 0; left &= left - 1) count++;
  return count;
}
