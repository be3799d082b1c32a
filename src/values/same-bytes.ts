/** Compares two digests in constant time. */
import { timingSafeEqual } from "node:crypto";

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
