/** Proves a key without sending it: SHA-256 of the name, the key and the time, joined by commas. */
import { hash } from "node:crypto";
import { sameBytes } from "../../../values/same-bytes.ts";
import type { Secret } from "../../../values/secret.ts";

export interface HashedKey {
  /** Exactly as sent, because both are part of the hash. */
  readonly name: string;
  readonly timestamp: string;
  /** SHA-256 in lower-case hex. Other spellings do not match. */
  readonly hash: Secret;
}

export function provesKey({ name, timestamp, hash: sent }: HashedKey, key: Secret): boolean {
  const made = hash("sha256", `${name},${key.reveal()},${timestamp}`, "hex");
  return sameBytes(Buffer.from(made), Buffer.from(sent.reveal()));
}
