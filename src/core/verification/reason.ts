/** The provider's reason as callers see it. */
import { plainWords } from "../../values/plain-words.ts";

const LENGTH_MAX = 100;
const NOTHING_SAID = "Account not verified";

export function plainReason(words: string): string {
  return plainWords(words, LENGTH_MAX) || NOTHING_SAID;
}
