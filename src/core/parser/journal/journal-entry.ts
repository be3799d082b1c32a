/** A call of the parser as it is kept: who, when, which device and how it ended. Never card data. */

export interface JournalEntry {
  readonly messageId: string;
  readonly calledAt: Temporal.Instant;
  /** Undefined: the caller was nobody. */
  readonly partnerId: string | undefined;
  readonly clientId: string | undefined;
  readonly deviceId: string | undefined;
  readonly reference: string | undefined;
  /** Undefined: the payload was read. */
  readonly errorCode: number | undefined;
  readonly tookMs: number;
  /** How far the key had counted that a reading was made with. */
  readonly keyCount: KeyCount | undefined;
}

/** Every payload of a terminal is encrypted under a key of its own, which has a number. */
export interface KeyCount {
  /** The KSN without its counter: which of the device's keys counts. */
  readonly ksi: string;
  readonly counter: number;
}

const TDES_COUNTER_MASK = 2 ** 21 - 1;
const TDES_DIGITS = 20;
/** The 24 bits that the counter is the end of. */
const TDES_TAIL_DIGITS = 6;
const AES_DIGITS = 24;
const AES_COUNTER_DIGITS = 8;

/** X9.24-1: the low 21 bits of ten bytes; X9.24-3: the last four bytes of twelve. */
export function keyCountOf(ksn: string): KeyCount | undefined {
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
