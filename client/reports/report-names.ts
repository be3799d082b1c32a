/** The names of the reporting API: parameters and columns. */
import type { FormBody, JsonAnswer, MustBeNever } from "../wire/wire-types.ts";

export const REPORT_PATH = "/api/rsapi/3.8";

export type ReportForm = FormBody<typeof REPORT_PATH>;
export type WireRow = JsonAnswer<typeof REPORT_PATH, "post">["transactions"][number];

export const PARAMETER_NAMES = {
  /** The first and the last day: YYYY-MM-DD, or a UTC form such as 2026-11-15+02:00. */
  startDate: "start_date",
  endDate: "end_date",
  /** Which date the range refers to. The default is the date of the transaction. */
  dateKind: "date",
  transactionDate: "transaction_date",
  transactionId: "transaction_id",
  actionDate: "action_date",
  achSettleDate: "ach_settle_date",
  amount: "amount",
  minAmount: "amount_min",
  maxAmount: "amount_max",
  cashier: "cashier",
  customId: "custom_id",
  group: "group",
  name: "name",
  status: "status",
  tender: "tender_type",
  /** Adds batchDate and batchId. */
  withBatch: "batch_detail",
  /** Adds achSettleDate. */
  withAchSettleDate: "include_ach_settle_date",
  /** Adds Level 2 and restaurant data. */
  withPurchase: "purchase_detail",
  /** Adds the fields of payment forms. */
  withFormFields: "reportable_fields",
  /** Adds authorizedAtUtc. */
  withUtcTime: "utc_time",
  /** For agents: "all", or account ids separated by commas. */
  accounts: "sub_account_ids",
} as const satisfies Readonly<Record<string, keyof ReportForm>>;

type SetByClient = "account_id" | "api_accesskey" | "hash" | "timestamp" | "response_format";

/** Does not compile if the document has a parameter that the client does not know. */
export type EveryParameterIsKnown = MustBeNever<
  Exclude<
    keyof ReportForm,
    (typeof PARAMETER_NAMES)[keyof typeof PARAMETER_NAMES] | SetByClient | symbol
  >
>;

export const COLUMN_NAMES = {
  accountId: "account_id",
  achReturnCode: "ach_return_code",
  achSettleDate: "ach_settle_date",
  actionDate: "action_date",
  authorizationCode: "authorization_code",
  /** YYYY-MM-DD HH:MM:SS in the zone of timeZone. */
  authorizedAt: "authorization_date",
  authorizedAtUtc: "authorization_date_utc",
  message: "authorization_msg",
  avsResult: "avs_response",
  batchDate: "batch_date",
  batchId: "batch_id",
  cardBrand: "card_brand",
  expiration: "card_expiration",
  cashier: "cashier",
  city: "city",
  company: "company",
  country: "country",
  customId: "custom_id",
  cvvResult: "cvv2_response",
  description: "description",
  email: "email",
  entryMode: "entry_mode",
  group: "group",
  inputGroup: "input_group",
  invoiceEntry: "invoice_entry",
  ipAddress: "ip_address",
  isKeyed: "keyed",
  last4: "last4",
  name: "name",
  nocData: "noc_data",
  phone: "phone",
  recurringId: "recurring_id",
  refundBalance: "refund_balance",
  /** The ids of its refunds and reversals, separated by a pipe. */
  refundIds: "refund_id",
  state: "state",
  street: "street_address1",
  isSwiped: "swiped",
  tender: "tender_type",
  timeZone: "time_zone",
  traceNumber: "trace_num",
  amount: "transaction_amount",
  id: "transaction_id",
  type: "transaction_type",
  customData: "user_data",
  zip: "zip",
  /** Decimal text, as part of the amount. Empty if it was not sent. */
  tax: "level2_tax",
  destinationZip: "level2_zip",
  orderId: "level2_order_id",
  merchantReference: "level2_merchant_reference",
  serverId: "restaurant_server_id",
  /** Decimal text, as part of the amount. Empty if it was not sent. */
  gratuity: "restaurant_gratuity",
} as const satisfies Readonly<Record<string, keyof WireRow>>;

export const MONEY = [
  "refund_balance",
  "transaction_amount",
  "level2_tax",
  "restaurant_gratuity",
] as const;

type NamedKeys<T> = keyof { [K in keyof T as string extends K ? never : K]: T[K] };

/** Does not compile if the document has a column that the client does not know. */
export type EveryColumnIsKnown = MustBeNever<
  Exclude<NamedKeys<WireRow>, (typeof COLUMN_NAMES)[keyof typeof COLUMN_NAMES] | symbol>
>;
