/**
 * Which column of `transactions` stores which value, and its type. This is the only such list:
 * statements, stored notes and fingerprints are derived from it.
 */
import { Sql } from "../../db/sql.ts";
import type { DraftTransaction, TransactionResult } from "./payment-details.ts";

export type TransactionValues = DraftTransaction & TransactionResult;
export type TransactionValue = keyof TransactionValues;

/** The name and the type of a column. */
export type TransactionColumn = readonly [name: string, type: string];
export type ColumnsByValue = Readonly<Record<string, TransactionColumn>>;

/** Every value that is written when a transaction is made. */
export const TRANSACTION_COLUMNS = {
  transactionType: ["transaction_type", "text"],
  tenderType: ["tender_type", "text"],
  state: ["state", "text"],
  isApproved: ["is_approved", "boolean"],
  amountCents: ["amount_cents", "integer"],
  requestAmountCents: ["request_amount_cents", "integer"],
  currency: ["currency", "text"],
  authorizationCode: ["authorization_code", "text"],
  message: ["message", "text"],
  originalId: ["original_id", "bigint"],
  cardBrand: ["card_brand", "text"],
  last4: ["last4", "text"],
  cardExpiration: ["card_expiration", "text"],
  entryMode: ["entry_mode", "text"],
  cardHost: ["card_host", "text"],
  hostMerchant: ["host_merchant", "json"],
  avsResponse: ["avs_response", "text"],
  cvvResponse: ["cvv2_response", "text"],
  firstName: ["first_name", "text"],
  lastName: ["last_name", "text"],
  company: ["company", "text"],
  streetAddress1: ["street_address1", "text"],
  streetAddress2: ["street_address2", "text"],
  city: ["city", "text"],
  stateProvince: ["state_province", "text"],
  zip: ["zip", "text"],
  country: ["country", "text"],
  phone: ["phone", "text"],
  email: ["email", "text"],
  ipAddress: ["ip_address", "text"],
  cashier: ["cashier", "text"],
  customId: ["custom_id", "text"],
  customData: ["custom_data", "text"],
  description: ["description", "text"],
  transactionGroup: ["transaction_group", "text"],
  inputGroup: ["input_group", "text"],
  invoiceEntry: ["invoice_entry", "text"],
  paymentType: ["payment_type", "text"],
  installmentNumber: ["installment_number", "integer"],
  installmentCount: ["installment_count", "integer"],
  recurringId: ["recurring_id", "text"],
  checkNumber: ["check_number", "text"],
  secCode: ["sec_code", "text"],
  secCodeSent: ["sec_code_sent", "text"],
  bankAccountType: ["bank_account_type", "text"],
  sameDayAt: ["same_day_at", "timestamptz"],
  prenoteId: ["prenote_id", "bigint"],
  verificationPassed: ["verification_passed", "boolean"],
  verificationMessage: ["verification_message", "text"],
  taxCents: ["level2_tax_cents", "integer"],
  destinationZip: ["level2_zip", "text"],
  orderId: ["level2_order_id", "text"],
  merchantReference: ["level2_merchant_reference", "text"],
  serverId: ["restaurant_server_id", "text"],
  gratuityCents: ["restaurant_gratuity_cents", "integer"],
  formName: ["form_name", "text"],
  formFields: ["form_fields", "json"],
} as const satisfies Readonly<Record<TransactionValue, TransactionColumn>>;

const COLUMN_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(TRANSACTION_COLUMNS).map(([value, [name]]) => [value, name]),
);
const VALUE_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(TRANSACTION_COLUMNS).map(([value, [name]]) => [name, value]),
);

export type StoredColumns = Readonly<Record<string, unknown>>;

/** The same values under the names of their columns. */
export function toColumns(values: Partial<TransactionValues>): StoredColumns {
  return renamed(values, COLUMN_NAMES);
}

/** Reverses `toColumns`. */
export function fromColumns(columns: StoredColumns): Partial<TransactionValues> {
  return renamed(columns, VALUE_NAMES);
}

/** Runs for every payment, so it is a loop without intermediate lists. */
function renamed(values: object, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const name in values) {
    const other = names.get(name);
    if (other !== undefined) result[other] = (values as StoredColumns)[name];
  }
  return result;
}

/** The column names and types of values, in their order, as `unnest` takes them. */
export function columnTypes(columns: ColumnsByValue): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.values(columns));
}

/** The types of values by the names of the values, as `ColumnSlots` takes them. */
export function valueTypes(columns: ColumnsByValue): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(columns).map(([value, [, type]]) => [value, type]));
}

/** Names and address of the customer. Refunds, reversals and payments by token inherit them. */
export const HOLDER_VALUES = [
  "firstName",
  "lastName",
  "company",
  "streetAddress1",
  "streetAddress2",
  "city",
  "stateProvince",
  "zip",
  "country",
  "phone",
  "email",
] as const satisfies readonly TransactionValue[];

/** Level 2 and restaurant data. A capture takes them from its authorization. */
export const PURCHASE_VALUES = [
  "taxCents",
  "destinationZip",
  "orderId",
  "merchantReference",
  "serverId",
  "gratuityCents",
] as const satisfies readonly TransactionValue[];

/** Selects values of a transaction as one JSON object. Columns that are null are left out. */
export function selectJson(values: readonly TransactionValue[]): Sql {
  const pairs = values.map((value) => `'${value}', ${TRANSACTION_COLUMNS[value][0]}`);
  return new Sql([`json_strip_nulls(json_build_object(${pairs.join(", ")}))`], []);
}
