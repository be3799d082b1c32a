/** What single values of a payment request must look like. Nothing here knows which field it reads. */
import { findingsInChain } from "../../../values/mask-chain.ts";
import { placesIn } from "../../../values/mask-scan.ts";

const CARD_DIGITS_MIN = 13;

const isDigit = (code: number) => code >= 48 && code <= 57;

export function isDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    if (!isDigit(text.charCodeAt(at))) return false;
  }
  return text !== "";
}

/** The value on the back or front of a card. */
export function isVerification(text: string): boolean {
  return (text.length === 3 || text.length === 4) && isDigits(text);
}

/** Four numbers of up to 255; noughts may stand in front of them. */
export function isIpAddress(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => isDigits(part) && Number(part) <= 255);
}

export const SEC_CODES: readonly string[] = [
  "CCD",
  "PPD",
  "WEB",
  "TEL",
  "POP",
  "ARC",
  "RCK",
  "DEF",
];

export function isSecCode(text: string): boolean {
  return SEC_CODES.includes(text);
}

const ROUTING_WEIGHTS = [3, 7, 1];
/** The first two digits that banks, thrifts, electronic bank codes and travellers' checks have. */
const ROUTING_PREFIXES = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
] as const;

/** Nine digits that weigh a multiple of ten, of a range that is somebody's. */
export function isRoutingNumber(text: string): boolean {
  if (text.length !== 9 || !isDigits(text)) return false;
  const prefix = Number(text.slice(0, 2));
  if (!ROUTING_PREFIXES.some(([from, to]) => prefix >= from && prefix <= to)) return false;
  let sum = 0;
  for (let at = 0; at < text.length; at++) {
    sum += Number(text.charAt(at)) * (ROUTING_WEIGHTS[at % 3] ?? 0);
  }
  return sum % 10 === 0;
}

export function isBankAccountNumber(text: string): boolean {
  return text.length >= 4 && text.length <= 20 && isDigits(text);
}

// One recipient and nothing that reaches into a mail's header.
const EMAIL = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;

export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

/** Text that may be kept as it is and shown to anyone: it holds no card number and no track. */
export function isHarmless(text: string): boolean {
  if (text.length < CARD_DIGITS_MIN || !hasDigits(text, CARD_DIGITS_MIN)) return true;
  return !placesIn(text).some(
    (place) => place.kind === "chain" && findingsInChain(text, place).length > 0,
  );
}

/** Most texts have fewer digits than a card number, and need no closer look. */
function hasDigits(text: string, count: number): boolean {
  let found = 0;
  for (let at = 0; at < text.length; at++) {
    if (isDigit(text.charCodeAt(at)) && ++found === count) return true;
  }
  return false;
}
