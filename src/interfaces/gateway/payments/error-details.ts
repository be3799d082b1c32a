/** What is allowed for each payment variable: the header X-Error-Detail of a request that failed validation. */
import type { Answer, Refusal } from "../../../core/payments/answer.ts";
import { TRANSACTION_TYPES } from "../../../core/payments/transaction.ts";
import { detailHeader, parameterHeaders } from "../../../wire/error-detail.ts";
import type { Form } from "../../../wire/form.ts";
import { InvalidField, type RequestError } from "../../../wire/request-error.ts";
import { VARIABLES } from "./variables.ts";

const TEXT_RULE = "must not contain control characters or anything that looks like a card number";

const PART_RULE =
  "must be an amount such as 1.20. level2_tax and restaurant_gratuity are part of transaction_amount and together at most that amount";

/** Each rule completes the sentence "The variable …". Variables with choices are not listed. */
const RULES: Readonly<Record<string, string>> = {
  transaction_type: `must be one of: ${TRANSACTION_TYPES.join(", ")}. CREDIT must be enabled for the account, and ACH allows SALE, CREDIT and STORE only`,
  tender_type:
    "must be CARD or ACH, and the account must have a processor for it. SETTLE-BATCH is for cards only",
  transaction_amount:
    "must be an amount such as 12.34, at most 999999.99, and zero only where the transaction type allows it",
  card_number: "must contain only digits",
  card_expiration: "must be MMYY and not in the past",
  card_verification: "must have 3 or 4 digits",
  card_tracks:
    "or card_number cannot be read. Send the tracks as the card reader sent them, or a number of an accepted card brand",
  transaction_id:
    "must be an id from GET_TRANSACTION_ID. CAPTURE and SETTLE-BATCH do not accept one",
  token_id:
    "must be the transaction_id of an earlier transaction. A new payment also needs reissue=1",
  bank_routing_number: "must have nine digits, the last of which is a correct check digit",
  bank_account_number: "must have 4 to 20 digits that are not all zeros",
  email: "must be one email address",
  ip_address: "must be an IPv4 address, for example 203.0.113.7",
  currency: "must be the currency of the account",
  jsonp: "must be the name of a JavaScript function",
  installment_number: "must contain only digits",
  installment_count: "must contain only digits",
  recurring_id: "must contain only digits",
  level2_tax: PART_RULE,
  level2_zip: "must contain only letters, digits, spaces and hyphens",
  restaurant_server_id: "must contain only digits",
  restaurant_gratuity: PART_RULE,
};

/** Bank files are ASCII only. */
const LATIN_RULE =
  "must contain letters or digits in every word that can be written in the Latin alphabet, because bank files allow no others";
const REFUSED_FIELDS: Readonly<Partial<Record<Refusal, readonly [field: string, rule: string]>>> = {
  first_name_not_writable: ["first_name", LATIN_RULE],
  last_name_not_writable: ["last_name", LATIN_RULE],
  company_not_writable: ["company", LATIN_RULE],
  check_number_not_writable: ["check_number", LATIN_RULE],
  tax_not_fit: ["level2_tax", PART_RULE],
  gratuity_not_fit: ["restaurant_gratuity", PART_RULE],
};

/** The header for a refusal of the core whose text does not say what is allowed. */
export function refusalHeaders(why: Refusal): Readonly<Record<string, string>> {
  const refused = REFUSED_FIELDS[why];
  return refused === undefined ? {} : parameterHeaders(new InvalidField(...refused));
}

/** The header of a declined entry. Not every account has fields for the reason in its answers. */
export function declineHeaders({ declineDetail }: Answer): Readonly<Record<string, string>> {
  return declineDetail === undefined ? {} : detailHeader(declineDetail);
}

const CHOICES = new Map(VARIABLES.map(({ name, choices }) => [name, choices]));

/** Also sent in production: the caller has logged in, and no value is repeated. */
export function paymentErrorHeaders(error: RequestError, form: Form) {
  const isExplained = error.kind !== "invalid" || error instanceof InvalidField;
  const { field } = error;
  return parameterHeaders(isExplained ? error : new InvalidField(field, findRule(field, form)));
}

function findRule(field: string, form: Form): string {
  if ((form.get(field)?.length ?? 0) > 1) return "must be sent once";
  const choices = CHOICES.get(field);
  if (choices !== undefined) return `must be one of: ${choices.join(", ")}`;
  return RULES[field] ?? TEXT_RULE;
}
