/** Bank numbers and the codes of ACH entries. Nothing here knows who sends or keeps them. */

/** How the account holder agreed to an entry (the standard entry class). */
export const SEC_CODES = ["CCD", "PPD", "WEB", "TEL", "POP", "ARC", "RCK"] as const;
export type SecCode = (typeof SEC_CODES)[number];

export function isSecCode(text: string): text is SecCode {
  return (SEC_CODES as readonly string[]).includes(text);
}

const CHECK_NUMBER_MAX = 15;
const POP_CHECK_NUMBER_MAX = 9;

/** How many characters of a check number an entry of this code has room for in a file. */
export function checkNumberMax(secCode: SecCode): number {
  return secCode === "POP" ? POP_CHECK_NUMBER_MAX : CHECK_NUMBER_MAX;
}

export type BankAccountType = "checking" | "savings";

const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7];
const ROUTING_NUMBER = /^\d{9}$/;
/** Zeros alone are what stands where no number was filled in. */
const ACCOUNT_NUMBER = /^(?!0+$)\d{4,20}$/;
/** Its check digit is right, and yet it is what stands where none was filled in. */
const NO_ROUTING_NUMBER = "000000000";
/** The first two digits of government, banks, thrifts, electronic codes and travelers' checks. */
const ROUTING_PREFIXES = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
] as const;

/** Nine digits, the last one right, of a range that is somebody's. */
export function isRoutingNumber(text: string): boolean {
  if (!ROUTING_NUMBER.test(text) || text === NO_ROUTING_NUMBER) return false;
  const prefix = Number(text.slice(0, 2));
  if (!ROUTING_PREFIXES.some(([from, to]) => prefix >= from && prefix <= to)) return false;
  return text.endsWith(routingCheckDigit(text.slice(0, 8)));
}

/** The ninth digit of a routing number: with it the weighted sum is a multiple of ten. */
export function routingCheckDigit(first8: string): string {
  let sum = 0;
  for (const [at, weight] of ROUTING_WEIGHTS.entries()) sum += Number(first8.charAt(at)) * weight;
  return String((10 - (sum % 10)) % 10);
}

/** 4 to 20 digits, not all of them zeros. */
export function isBankAccountNumber(text: string): boolean {
  return ACCOUNT_NUMBER.test(text);
}
