/**
 * Reads the text of the search field: it may be an ID, a last four, an amount, or part of a text. Pure.
 */
import { readTransactionId } from "../../../values/transaction-id.ts";

export interface SearchTerms {
  readonly text: string;
  readonly id?: string;
  readonly last4?: string;
  readonly cents?: number;
}

/** Merchants copy all twelve digits, or leave out leading zeros. */
const ID = /^\d{10,12}$/;
const LAST_4 = /^\d{4}$/;
/** At most six digits before the point, as payments allow. */
const AMOUNT = /^\$?(\d{1,3}(?:,\d{3})|\d{1,6})(?:\.(\d{2}))?$/;

/**
 * A number can be several things at once: 1234 is a last four, an amount and part of an order number,
 * and 4155550123 is an ID, an order number and a phone number.
 */
export function readSearchTerms(text: string): SearchTerms {
  const cents = readAmount(text);
  const id = ID.test(text) ? readTransactionId(text) : undefined;
  return {
    text,
    ...(id !== undefined && { id }),
    ...(LAST_4.test(text) && { last4: text }),
    ...(cents !== undefined && { cents }),
  };
}

function readAmount(text: string): number | undefined {
  const [, whole, fraction = "00"] = AMOUNT.exec(text) ?? [];
  return whole === undefined ? undefined : Number(`${whole.replace(",", "")}${fraction}`);
}

/** A name or an email is stored as it was typed. These spellings are looked up by index. */
export function listSpellings(text: string): readonly string[] {
  const capitalized = text
    .toLowerCase()
    .replaceAll(/(^|[\s'-])\p{L}/gu, (start) => start.toUpperCase());
  return [...new Set([text, text.toLowerCase(), text.toUpperCase(), capitalized])];
}

/** The last name of "Ada Byron" can be "Byron". */
export function listLastNames(text: string): readonly string[] {
  const last = text.split(/\s+/).at(-1) ?? text;
  return [...new Set([...listSpellings(text), ...listSpellings(last)])];
}
