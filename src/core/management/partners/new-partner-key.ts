/** Makes the key that a partner's programs prove themselves with at the parser. */
import { randomBytes } from "node:crypto";
import { Secret } from "../../../values/secret.ts";

const KEY_BYTES = 32;

export function newPartnerKey(): Secret {
  return new Secret(newPartnerKeyText());
}

/** In clear, for those who send it on as if the partner had typed it. */
export function newPartnerKeyText(): string {
  return randomBytes(KEY_BYTES).toString("base64url");
}
