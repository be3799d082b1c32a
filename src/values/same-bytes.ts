/** Whether two digests are the same, in a time that does not tell where they differ. */
import { timingSafeEqual } from "node:crypto";

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
