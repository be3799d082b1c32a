/**
 * The reference of an order is a UUID of version 7. It begins with the time at which it was made, and
 * can contain a trace number, which ISO 8583 hosts need: then every process can write the same message
 * again from the reference alone.
 */

export const TRACE_NUMBER_MAX = 999_999;

/** Twenty bits, as five hex digits at the beginning of the last group. */
const TRACE_AT = 24;
const TRACE_DIGITS = 5;

/** Replaces twenty random bits. The other 54 keep references apart. */
export function withTraceNumber(reference: string, traceNumber: number): string {
  const digits = traceNumber.toString(16).padStart(TRACE_DIGITS, "0");
  return reference.slice(0, TRACE_AT) + digits + reference.slice(TRACE_AT + TRACE_DIGITS);
}

/** From 1 to 999999. A reference without a trace number has one by chance. */
export function readTraceNumber(reference: string): number {
  const bits = Number.parseInt(reference.slice(TRACE_AT, TRACE_AT + TRACE_DIGITS), 16);
  return bits % TRACE_NUMBER_MAX || TRACE_NUMBER_MAX;
}

/** When the reference was made. Wall time. */
export function readReferenceTime(reference: string): Temporal.Instant {
  const milliseconds = Number.parseInt(reference.replaceAll("-", "").slice(0, 12), 16);
  return Temporal.Instant.fromEpochMilliseconds(milliseconds);
}
