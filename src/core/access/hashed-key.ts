/** A key that is not sent but proved: by a digest of a name, the key and the time, comma-joined. */
import { hash } from "node:crypto";
import { sameBytes } from "../../values/same-bytes.ts";
import type { Secret } from "../../values/secret.ts";

export interface HashedKey {
  /** As the caller wrote them: both are part of what was hashed. */
  readonly name: string;
  readonly timestamp: string;
  /** Lower-case hex of SHA-256; in any other spelling it matches nothing. */
  readonly hash: Secret;
}

export function provesKey({ name, timestamp, hash: sent }: HashedKey, key: Secret): boolean {
  const made = hash("sha256", `${name},${key.reveal()},${timestamp}`, "hex");
  return sameBytes(Buffer.from(made), Buffer.from(sent.reveal()));
}
