/** The names of report columns that people read, beside the names of the contract. */
import { REPORT_COLUMN_NAMES, type ReportColumnName } from "./report-columns-sql.ts";

const COLUMN_LABELS: Readonly<Record<ReportColumnName, string>> = {
  account_id: "Account",
  ach_return_code: "ACH return code",
  ach_settle_date: "ACH settlement date",
  action_date: "ACH update date",
  authorization_code: "Authorization code",
  authorization_date: "Payment date",
  authorization_date_utc: "Payment date (UTC)",
  authorization_msg: "Response",
  avs_response: "AVS result",
  batch_date: "Batch date",
  batch_id: "Batch",
  card_brand: "Card brand",
  card_expiration: "Card expiration",
  cashier: "Cashier",
  city: "City",
  company: "Company",
  country: "Country",
  custom_id: "Order number",
  cvv2_response: "CVV result",
  description: "Description",
  email: "Email",
  entry_mode: "Entry mode",
  group: "Group",
  input_group: "Input group",
  invoice_entry: "Invoice lines",
  ip_address: "IP address",
  keyed: "Typed",
  last4: "Last four digits",
  name: "Customer name",
  noc_data: "Notification of change",
  phone: "Phone",
  recurring_id: "Recurring payment",
  refund_balance: "Refundable",
  refund_id: "Refunds",
  state: "State",
  street_address1: "Street address",
  swiped: "Swiped",
  tender_type: "Payment method",
  time_zone: "Time zone",
  trace_num: "Trace number",
  transaction_amount: "Amount",
  transaction_id: "Transaction ID",
  transaction_type: "Type",
  user_data: "Custom data",
  zip: "ZIP code",
  level2_tax: "Sales tax",
  level2_zip: "Destination ZIP code",
  level2_order_id: "Purchase order",
  level2_merchant_reference: "Merchant reference",
  restaurant_server_id: "Server",
  restaurant_gratuity: "Tip",
};

const KNOWN: ReadonlySet<string> = new Set(REPORT_COLUMN_NAMES);

/** Merchants name the fields of their payment forms themselves. */
export function columnLabel(name: string): string {
  return KNOWN.has(name) ? COLUMN_LABELS[name as ReportColumnName] : name;
}
