/**
 * What is erased, and what is kept and why. The documentation, the export and the statements that
 * erase follow these lists; a test compares them with all columns of `transactions`.
 */

/** Columns of `transactions` that say who the customer is. They become empty. */
export const ERASED_COLUMNS = [
  "first_name",
  "last_name",
  "company",
  "street_address1",
  "street_address2",
  "city",
  "state_province",
  "zip",
  "country",
  "phone",
  "email",
  "ip_address",
  "custom_data",
  "description",
  "invoice_entry",
  "form_fields",
  "check_number",
  "card_expiration",
  "noc_data",
  "level2_zip",
  "level2_merchant_reference",
  "verification_message",
] as const;

/** Members of stored answers with the same values. */
export const ERASED_ANSWER_MEMBERS = [
  "firstName",
  "lastName",
  "description",
  "checkNumber",
  "cardExpiration",
  "formFields",
  "verificationMessage",
] as const;

/** What stays, and why. */
export const KEPT: Readonly<Record<string, string>> = {
  "amounts, dates, currency and state": "the merchant's books, and sums that are already reported",
  "ids, original ids, batches and trace numbers": "refunds, returns and statements refer to them",
  "card brand and last four digits": "card networks and statements name a payment by them",
  "authorization code, AVS and CVV results": "evidence in a dispute with the card network",
  "the merchant's order id, groups and cashier": "they name the merchant's order, not the customer",
  "return codes and blocks of bank accounts":
    "Nacha forbids another debit of an account whose customer did not authorize it",
  "files that were exchanged with banks": "they are evidence; their retention time removes them",
  "digests of requests": "a repeated request must not charge again; they cannot be reversed",
};
