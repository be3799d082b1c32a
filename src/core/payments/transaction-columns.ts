/** A transaction as its table has it. An attempt carries what is known so far; finishing adds the rest. */
import type { EntryMode, TenderType, TransactionState, TransactionType } from "./transaction.ts";

/** What a customer wrote into the reportable fields of a payment form, by their names. */
export type FormFields = Readonly<Record<string, string>>;

/** What is known before anyone outside is asked. */
export interface DraftColumns {
  readonly tender_type: TenderType;
  readonly currency: string;
  readonly original_id?: string | undefined;
  readonly card_brand?: string | undefined;
  readonly last4?: string | undefined;
  readonly card_expiration?: string | undefined;
  readonly entry_mode?: EntryMode | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly email?: string | undefined;
  readonly description?: string | undefined;
  readonly street_address1?: string | undefined;
  readonly zip?: string | undefined;
  readonly check_number?: string | undefined;
  readonly custom_id?: string | undefined;
  readonly sec_code?: string | undefined;
  /** What the request, or the original of a reissue, said; absent where the default was meant. */
  readonly sec_code_sent?: string | undefined;
  readonly bank_account_type?: string | undefined;
  readonly form_name?: string | undefined;
  readonly form_fields?: FormFields | undefined;
  readonly [detail: string]: string | number | FormFields | undefined;
}

/** What the outcome adds. */
export interface OutcomeColumns {
  readonly transaction_type: TransactionType;
  readonly state: TransactionState;
  readonly is_approved: boolean;
  readonly amount_cents: number;
  readonly request_amount_cents: number;
  readonly message: string;
  readonly authorization_code?: string | undefined;
  readonly avs_response?: string | undefined;
  readonly cvv2_response?: string | undefined;
  readonly verification_passed?: boolean | undefined;
  readonly verification_message?: string | undefined;
}

/** Every column that is written when a transaction is made, with its type. */
export const WRITTEN_COLUMNS = {
  transaction_type: "text",
  tender_type: "text",
  state: "text",
  is_approved: "boolean",
  amount_cents: "integer",
  request_amount_cents: "integer",
  currency: "text",
  authorization_code: "text",
  message: "text",
  original_id: "bigint",
  card_brand: "text",
  last4: "text",
  card_expiration: "text",
  entry_mode: "text",
  avs_response: "text",
  cvv2_response: "text",
  first_name: "text",
  last_name: "text",
  company: "text",
  street_address1: "text",
  street_address2: "text",
  city: "text",
  state_province: "text",
  zip: "text",
  country: "text",
  phone: "text",
  email: "text",
  ip_address: "text",
  cashier: "text",
  custom_id: "text",
  custom_data: "text",
  description: "text",
  transaction_group: "text",
  input_group: "text",
  invoice_entry: "text",
  payment_type: "text",
  installment_number: "integer",
  installment_count: "integer",
  recurring_id: "text",
  check_number: "text",
  sec_code: "text",
  sec_code_sent: "text",
  bank_account_type: "text",
  verification_passed: "boolean",
  verification_message: "text",
  form_name: "text",
  form_fields: "json",
} as const;
