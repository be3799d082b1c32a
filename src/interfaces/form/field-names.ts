/** The names of the form's fields, and which values are shown again after an error. */
import { isHarmless } from "../../values/masking/harmless.ts";
import type { Form } from "../../wire/form.ts";
import { isLonger, isPlainText } from "../../wire/reader/plain-text.ts";

/** The field of the page's token. Logs hide the values of fields with this name. */
export const PAGE_TOKEN = "token";

/** A reportable field is numbered, because its own name may contain any text. */
export function fieldName(place: number): string {
  return `field_${place + 1}`;
}

/** Values that were entered before, by field. */
export type Values = ReadonlyMap<string, string>;

/** Card and bank account numbers, codes and the consent must be entered again every time. */
const REFILLED =
  /^(amount|method|first_name|last_name|email|street_address1|zip|bank_routing_number|ach_account_type|check_number|field_\d{1,2})$/;
const VALUE_MAX = 255;

/** A card number that was entered in the wrong field is not shown again either. */
export function refillableValues(sent: Form): Values {
  const values = new Map<string, string>();
  for (const [name, [value = ""]] of sent) {
    const isGood = !isLonger(value, VALUE_MAX) && isPlainText(value) && isHarmless(value);
    if (REFILLED.test(name) && isGood) values.set(name, value);
  }
  return values;
}

/** Values from a merchant's link: the same fields, and reportable fields by their own names. */
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
