/** A journaled call of the parser: who, when, which device and with what result. Never card data. */

export interface JournalEntry {
  readonly messageId: string;
  readonly calledAt: Temporal.Instant;
  /** Undefined if the caller was not identified. */
  readonly partnerId: string | undefined;
  readonly clientId: string | undefined;
  readonly deviceId: string | undefined;
  readonly reference: string | undefined;
  /** Undefined if the payload was read. */
  readonly errorCode: number | undefined;
  readonly tookMs: number;
  /** The key that the payload was encrypted with. Undefined without a reading. */
  readonly keyCount: KeyCount | undefined;
}

/** A terminal encrypts every payload under a new key and counts these keys. */
export interface KeyCount {
  /** The KSN without its counter. */
  readonly ksi: string;
  readonly counter: number;
}

const TDES_COUNTER_MASK = 2 ** 21 - 1;
const TDES_DIGITS = 20;
/** The last 24 bits, which end with the counter. */
const TDES_TAIL_DIGITS = 6;
const AES_DIGITS = 24;
const AES_COUNTER_DIGITS = 8;

/** X9.24-1: the low 21 bits of ten bytes; X9.24-3: the last four bytes of twelve. */
export function readKeyCount(ksn: string): KeyCount | undefined {
  if (ksn.length === AES_DIGITS) {
    const [ksi, counter] = [ksn.slice(0, -AES_COUNTER_DIGITS), ksn.slice(-AES_COUNTER_DIGITS)];
    return { ksi, counter: Number.parseInt(counter, 16) };
  }
  if (ksn.length !== TDES_DIGITS) return undefined;
  const tail = Number.parseInt(ksn.slice(-TDES_TAIL_DIGITS), 16);
  const counter = tail & TDES_COUNTER_MASK;
  const rest = (tail - counter).toString(16).toUpperCase().padStart(TDES_TAIL_DIGITS, "0");
  return { ksi: ksn.slice(0, -TDES_TAIL_DIGITS) + rest, counter };
}
