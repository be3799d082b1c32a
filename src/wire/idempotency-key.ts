/** The header Idempotency-Key, for every interface that takes it. */
import { isHarmless } from "../values/masking/harmless.ts";
import { InvalidField, RequestError } from "./request-error.ts";

const NAME = "Idempotency-Key";
const LENGTH_MAX = 255;
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/** Returns the key, or undefined where the header is absent. */
export function readIdempotencyKey(header: string | readonly string[] | undefined) {
  if (header === undefined) return undefined;
  if (typeof header !== "string" || !PRINTABLE_ASCII.test(header)) {
    throw new InvalidField(NAME, "must be sent once, in printable ASCII");
  }
  if (header.length > LENGTH_MAX) throw new RequestError("too_long", NAME, LENGTH_MAX);
  // A digest of the key is stored. A card number could be found from its digest.
  if (!isHarmless(header)) throw new InvalidField(NAME, "must not be like a card number");
  return header;
}
