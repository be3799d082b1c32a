/**
 * The numbers by which an ISO 8583 host knows a message. A reversal must repeat those of the message
 * that it reverses, so all of them come from the reference of the order, which is stored before the
 * order is sent.
 */
import { readReferenceTime, readTraceNumber } from "../../../values/order-reference.ts";

export interface OrderTrace {
  /** System trace audit number: six digits, from a counter of the installation. */
  readonly stan: string;
  /** Retrieval reference number: twelve capitals and digits, the same for a message and its repeats. */
  readonly retrievalReference: string;
  /** When the order was made: YYMMDDhhmmss, in UTC. */
  readonly sentAt: string;
}

const STAN_DIGITS = 6;
const REFERENCE_LENGTH = 12;
/** The part of an attempt id (UUID version 7) that fits in twelve characters of base 36. */
const REFERENCE_BITS = 62;

export function readTrace(reference: string): OrderTrace {
  return {
    stan: String(readTraceNumber(reference)).padStart(STAN_DIGITS, "0"),
    retrievalReference: toRetrievalReference(reference),
    sentAt: toTimeDigits(readReferenceTime(reference)),
  };
}

/** Two attempts have different references, because they differ in these bits of their ids. */
function toRetrievalReference(reference: string): string {
  const id = BigInt(`0x${reference.replaceAll("-", "")}`);
  const bits = BigInt.asUintN(REFERENCE_BITS, id);
  return bits.toString(36).toUpperCase().padStart(REFERENCE_LENGTH, "0");
}

function toTimeDigits(at: Temporal.Instant): string {
  return at.toString({ smallestUnit: "second" }).replaceAll(/\D/g, "").slice(2);
}
