/**
 * The numbers by which an ISO 8583 host knows a message. A reversal must repeat those of the message
 * that it reverses, so they are made before the order is sent and are stored with the attempt.
 */

export interface OrderTrace {
  /** System trace audit number: six digits, from a counter of the installation. */
  readonly stan: string;
  /** Retrieval reference number: twelve capitals and digits, the same for a message and its repeats. */
  readonly retrievalReference: string;
  /** When the message was made: YYMMDDhhmmss, in UTC. */
  readonly sentAt: string;
}

const STAN_MAX = 999_999;
const REFERENCE_LENGTH = 12;
/** The random part of an attempt id (UUID version 7) that fits in twelve characters of base 36. */
const RANDOM_BITS = 62n;

export function makeTrace(
  counter: number,
  reference: string,
  sentAt: Temporal.Instant,
): OrderTrace {
  const stan = String(((counter - 1) % STAN_MAX) + 1).padStart(6, "0");
  return { stan, retrievalReference: toRetrievalReference(reference), sentAt: toDigits(sentAt) };
}

/** Two attempts have different references, because they differ in the random part of their ids. */
function toRetrievalReference(reference: string): string {
  const id = BigInt(`0x${reference.replaceAll("-", "")}`);
  const random = BigInt.asUintN(Number(RANDOM_BITS), id);
  return random.toString(36).toUpperCase().padStart(REFERENCE_LENGTH, "0");
}

function toDigits(at: Temporal.Instant): string {
  return at.toString({ smallestUnit: "second" }).replaceAll(/\D/g, "").slice(2);
}
