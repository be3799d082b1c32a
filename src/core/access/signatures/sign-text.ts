/** Signs a text with a shared key. */
import { createHmac } from "node:crypto";
import type { Secret } from "../../../values/secret.ts";

/** Lower-case hex of HMAC-SHA256. */
export function signText(key: Secret, text: string): string {
  return createHmac("sha256", key.reveal()).update(text).digest("hex");
}
