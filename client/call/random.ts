/** Random keys and nonces. */
import { writeHex } from "./bytes.ts";

const BYTES = 16;

/** 32 hex digits. */
export function newKey(): string {
  return writeHex(crypto.getRandomValues(new Uint8Array(BYTES)));
}
