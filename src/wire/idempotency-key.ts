/** The header Idempotency-Key, for every interface that accepts it. */
import { isHarmless } from "../values/masking/harmless.ts";
import { atMost, must } from "./reader/check.ts";
import { FIRST_FORM_ERROR } from "./reader/form-rules.ts";
import { ownProblem } from "./reader/problem.ts";
import { type Prepare, textRule } from "./reader/rule.ts";

export const IDEMPOTENCY_KEY_HEADER = "Idempotency-Key";
const LENGTH_MAX = 255;
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;
const NOT_PRINTABLE = ownProblem("must be sent once, in printable ASCII");

const takeHeader: Prepare<string> = (header) => {
  if (header === undefined) return undefined;
  return typeof header === "string" && PRINTABLE_ASCII.test(header) ? header : NOT_PRINTABLE;
};

export const IDEMPOTENCY_KEY = textRule<string>(takeHeader, [
  atMost(LENGTH_MAX),
  // A digest of the key is stored. A card number could be found from its digest.
  must(isHarmless, ownProblem("must not look like a card number"), { minLength: 1 }),
]).optional();

/** Returns the key, or undefined if the header is absent. */
export function readIdempotencyKey(header: string | readonly string[] | undefined) {
  return IDEMPOTENCY_KEY.read(header, IDEMPOTENCY_KEY_HEADER, FIRST_FORM_ERROR);
}
