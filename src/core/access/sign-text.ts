/** A text with a proof that it is ours: whoever holds the same key can check it. */
import { createHmac } from "node:crypto";
import type { Secret } from "../../values/secret.ts";

/** Lower-case hex of HMAC-SHA256. */
export function signText(key: Secret, text: string): string {
  return createHmac("sha256", key.reveal()).update(text).digest("hex");
}
