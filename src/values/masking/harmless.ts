/**
 * Checks whether a text contains no card number and no track, so that it may be stored and shown.
 */
import { findingsInChain } from "./mask-chain.ts";
import { findPlaces } from "./mask-scan.ts";

const CARD_DIGITS_MIN = 13;

export function isHarmless(text: string): boolean {
  if (text.length < CARD_DIGITS_MIN || !hasDigits(text, CARD_DIGITS_MIN)) return true;
  return !findPlaces(text).some(
    (place) => place.kind === "chain" && findingsInChain(text, place).length > 0,
  );
}

/** A fast check: most texts have fewer digits than a card number. */
function hasDigits(text: string, count: number): boolean {
  let found = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= 48 && code <= 57 && ++found === count) return true;
  }
  return false;
}
