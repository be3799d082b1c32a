/** Routing numbers, bank account numbers, and the standard entry classes of ACH. */

/** How the account holder agreed to an entry (the standard entry class). */
export const SEC_CODES = ["CCD", "PPD", "WEB", "TEL", "POP", "ARC", "RCK"] as const;
export type SecCode = (typeof SEC_CODES)[number];

export function isSecCode(text: string): text is SecCode {
  return (SEC_CODES as readonly string[]).includes(text);
}

const CHECK_NUMBER_MAX = 15;
const POP_CHECK_NUMBER_MAX = 9;

/** The maximum length of a check number in an ACH entry of this class. */
export function checkNumberMax(secCode: SecCode): number {
  return secCode === "POP" ? POP_CHECK_NUMBER_MAX : CHECK_NUMBER_MAX;
}

export type BankAccountType = "checking" | "savings";

const ROUTING_WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7];
const ROUTING_NUMBER = /^\d{9}$/;
/** All zeros means that no number was entered. */
const ACCOUNT_NUMBER = /^(?!0+$)\d{4,20}$/;
/** All zeros has a correct check digit, but means that no number was entered. */
const NO_ROUTING_NUMBER = "000000000";
/** The first two digits of government, banks, thrifts, electronic codes and travelers' checks. */
const ROUTING_PREFIXES = [
  [0, 12],
  [21, 32],
  [61, 72],
  [80, 80],
] as const;

/** Nine digits with a correct check digit and a prefix that is in use. */
export function isRoutingNumber(text: string): boolean {
  if (!ROUTING_NUMBER.test(text) || text === NO_ROUTING_NUMBER) return false;
  const prefix = Number(text.slice(0, 2));
  if (!ROUTING_PREFIXES.some(([from, to]) => prefix >= from && prefix <= to)) return false;
  return text.endsWith(routingCheckDigit(text.slice(0, 8)));
}

/** The ninth digit of a routing number, which makes the weighted sum a multiple of ten. */
export function routingCheckDigit(first8: string): string {
  let sum = 0;
  for (const [at, weight] of ROUTING_WEIGHTS.entries()) sum += Number(first8.charAt(at)) * weight;
  return String((10 - (sum % 10)) % 10);
}

/** 4 to 20 digits, not all of them zeros. */
export function isBankAccountNumber(text: string): boolean {
  return ACCOUNT_NUMBER.test(text);
}
