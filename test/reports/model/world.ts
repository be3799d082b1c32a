/** The types of a random data set. Column names are those of the database. */

export interface WorldAccount {
  readonly id: string;
  readonly accessKey: string;
  readonly zone: string;
  readonly isActive: boolean;
  readonly isAgent: boolean;
  readonly parentId: string | null;
}

export interface WorldTransaction {
  readonly account_id: string;
  readonly id: string;
  readonly attempt_id: string;
  readonly transaction_type: string;
  readonly tender_type: string;
  readonly state: string;
  readonly is_approved: boolean;
  readonly authorized_at: string;
  readonly amount_cents: number;
  readonly request_amount_cents: number;
  readonly refunded_cents: number;
  readonly currency: string;
  readonly message: string;
  readonly original_id?: string | null;
  readonly batch_id?: number | null;
  readonly batched_at?: string | null;
  readonly settle_at?: string | null;
  readonly return_code?: string | null;
  readonly trace_num?: number | null;
  readonly level2_tax_cents?: number | null;
  readonly restaurant_gratuity_cents?: number | null;
  readonly entry_mode?: string | null;
  readonly form_name?: string | null;
  readonly form_fields?: Readonly<Record<string, string>> | null;
  readonly texts: Readonly<Record<TextColumn, string | null>>;
}

/** Columns that a report shows unchanged. */
export const TEXT_COLUMNS = [
  "authorization_code",
  "avs_response",
  "cvv2_response",
  "card_brand",
  "card_expiration",
  "last4",
  "first_name",
  "last_name",
  "company",
  "street_address1",
  "city",
  "state_province",
  "zip",
  "country",
  "phone",
  "email",
  "ip_address",
  "cashier",
  "custom_id",
  "custom_data",
  "description",
  "transaction_group",
  "input_group",
  "invoice_entry",
  "recurring_id",
  "noc_data",
  "level2_zip",
  "level2_order_id",
  "level2_merchant_reference",
  "restaurant_server_id",
] as const;
export type TextColumn = (typeof TEXT_COLUMNS)[number];

export interface WorldUpdate {
  readonly account_id: string;
  readonly transaction_id: string;
  readonly update_number: number;
  readonly status: string;
  readonly action_at: string;
  readonly return_code: string | null;
  readonly is_late: boolean;
}

export interface WorldForm {
  readonly account_id: string;
  readonly name: string;
  readonly reportable_fields: readonly string[];
  readonly is_active: boolean;
}

export interface World {
  readonly seed: number;
  /** The time of the business clock. */
  readonly now: string;
  readonly accounts: readonly WorldAccount[];
  readonly transactions: readonly WorldTransaction[];
  readonly updates: readonly WorldUpdate[];
  readonly forms: readonly WorldForm[];
}
