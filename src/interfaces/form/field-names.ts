/** How the pages' fields are called, and which of them may stand on a page again. */
import { isHarmless } from "../../values/masking/harmless.ts";
import { isLonger, isPlainText } from "../../wire/fields.ts";
import type { Form } from "../../wire/form.ts";

/** The page's token, under a name whose value no log shows. */
export const PAGE_TOKEN = "token";

/** A reportable field goes by its place: its own name may be anything. */
export function fieldName(place: number): string {
  return `field_${place + 1}`;
}

/** What was filled in before, by field. */
export type Values = ReadonlyMap<string, string>;

/** Numbers of cards and bank accounts, codes and consent are asked for anew every time. */
const REFILLED =
  /^(amount|method|first_name|last_name|email|street_address1|zip|bank_routing_number|ach_account_type|check_number|field_\d{1,2})$/;
const VALUE_MAX = 255;

/** A card number that was typed into the wrong field does not come back either. */
export function refillableValues(sent: Form): Values {
  const values = new Map<string, string>();
  for (const [name, [value = ""]] of sent) {
    const isGood = !isLonger(value, VALUE_MAX) && isPlainText(value) && isHarmless(value);
    if (REFILLED.test(name) && isGood) values.set(name, value);
  }
  return values;
}

/** What a link of the merchant's fills in: the same fields, and reportable ones by their own names. */
export function valuesFromQuery(
  query: Readonly<Record<string, unknown>>,
  reportableFields: readonly string[],
): Values {
  const sent = new Map<string, readonly string[]>();
  for (const [name, value] of Object.entries(query)) {
    const place = reportableFields.indexOf(name);
    if (typeof value === "string") sent.set(place < 0 ? name : fieldName(place), [value]);
  }
  return refillableValues(sent);
}
