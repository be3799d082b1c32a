/** Checks card and bank numbers while they are typed. Pure: it stores nothing. */
import type { IssuerRangeFacts } from "../../../src/interfaces/console/merchant/contract.ts";
import { passesCheckDigit } from "./amounts.ts";

export interface CardHint {
  readonly brand: string | undefined;
  /** Undefined while the number is still incomplete. */
  readonly error: string | undefined;
  readonly isComplete: boolean;
}

export const NO_HINT: CardHint = { brand: undefined, error: undefined, isComplete: false };
const LENGTH_MIN = 13;

export function removeSeparators(text: string): string {
  return text.replaceAll(/[\s-]/g, "");
}

/** The issuer range with the longest prefix that matches the number. */
export function cardHint(text: string, ranges: readonly IssuerRangeFacts[]): CardHint {
  const digits = removeSeparators(text);
  if (digits === "") return NO_HINT;
  if (!/^\d+$/.test(digits)) return { ...NO_HINT, error: "Enter digits only." };
  const range = ranges
    .filter(({ from, to }) => isWithin(digits, from, to))
    .toSorted((one, other) => other.from.length - one.from.length)[0];
  if (range === undefined) {
    const isHopeless = digits.length >= LENGTH_MIN;
    return { ...NO_HINT, error: isHopeless ? "We do not recognize this card number." : undefined };
  }
  const longest = Math.max(...range.lengths);
  const hasLength = range.lengths.includes(digits.length);
  const isComplete = hasLength && passesCheckDigit(digits);
  return { brand: range.brand, isComplete, error: readError(digits, { longest, hasLength }) };
}

function readError(
  digits: string,
  { longest, hasLength }: { readonly longest: number; readonly hasLength: boolean },
): string | undefined {
  if (digits.length > longest)
    return `The card number is too long: it has at most ${longest} digits.`;
  if (digits.length < longest || !hasLength) return undefined;
  return passesCheckDigit(digits) ? undefined : "Check the card number: a digit is wrong.";
}

function isWithin(digits: string, from: string, to: string): boolean {
  const start = digits.slice(0, from.length);
  if (start.length < from.length) return false;
  return start >= from && start <= to;
}

/** Formats "4111111111111111" as "4111 1111 1111 1111", as printed on the card. */
export function formatCardNumber(digits: string, brand: string | undefined): string {
  const groups = brand === "AMERICAN EXPRESS" ? [4, 6, 5] : [4, 4, 4, 4, 3];
  const parts: string[] = [];
  let at = 0;
  for (const size of groups) {
    if (at >= digits.length) break;
    parts.push(digits.slice(at, at + size));
    at += size;
  }
  return [...parts, digits.slice(at)].filter((part) => part !== "").join(" ");
}

/** Formats both "1230" and "12/30" as "12/30". */
export function formatExpiry(text: string): string {
  const digits = text.replaceAll(/\D/g, "").slice(0, 4);
  return digits.length <= 2 ? digits : `${digits.slice(0, 2)}/${digits.slice(2)}`;
}

/** `month` is the current month in the merchant's time zone, as YYYY-MM. */
export function expiryError(text: string, month: string): string | undefined {
  const [, mm = "", yy = ""] = /^(0[1-9]|1[0-2])\/?(\d{2})$/.exec(text.trim()) ?? [];
  if (mm === "") return "Enter the month and year as MM/YY.";
  return `20${yy}-${mm}` < month ? "This card has expired." : undefined;
}

const WEIGHTS = [3, 7, 1, 3, 7, 1, 3, 7, 1];

export function routingError(text: string): string | undefined {
  const digits = removeSeparators(text);
  if (!/^\d{9}$/.test(digits)) return "A routing number has nine digits.";
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
  return sum % 10 === 0 ? undefined : "Check the routing number: a digit is wrong.";
}

export function bankAccountError(text: string): string | undefined {
  const isGood = /^(?!0+$)\d{4,20}$/.test(removeSeparators(text));
  return isGood ? undefined : "Enter 4 to 20 digits, not all zeros.";
}
