/** Creates the key that a partner's programs use at the parser. */
import { randomBytes } from "node:crypto";
import { Secret } from "../../../values/secret.ts";

const KEY_BYTES = 32;

export function newPartnerKey(): Secret {
  return new Secret(randomBytes(KEY_BYTES).toString("base64url"));
}
