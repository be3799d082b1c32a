/**
 * What is erased. A test compares the columns with all columns of `transactions`, and docs/privacy.md
 * says what is kept and why.
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
