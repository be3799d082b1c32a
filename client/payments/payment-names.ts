/** The names of the payments API: what the client calls each variable and each field of an answer. */
import type { FormBody, JsonAnswer, KeysOfAny, MustBeNever } from "../wire/wire-types.ts";

export const PAYMENT_PATH = "/api/qsapi/3.8";

export type PaymentForm = FormBody<typeof PAYMENT_PATH>;
export type PaymentAnswer = JsonAnswer<typeof PAYMENT_PATH, "post">;

type WireNames = Readonly<Record<string, keyof PaymentForm>>;

/** Where the money comes from: a card. */
export const CARD_NAMES = {
  number: "card_number",
  /** "12/30" or "1230". */
  expiration: "card_expiration",
  /** The card verification value (CVV). It is never stored. */
  verification: "card_verification",
  /** Track 1, track 2 or both, as a card reader sends them. */
  tracks: "card_tracks",
  /** The data that an encrypting terminal sent. */
  payload: "device_payload",
  deviceType: "device_type",
  deviceSerial: "device_serial",
  ksn: "ksn",
  /** The id of an earlier payment or of a stored card. */
  token: "token_id",
} as const satisfies WireNames;

/** Where the money comes from: a bank account. */
export const BANK_ACCOUNT_NAMES = {
  routingNumber: "bank_routing_number",
  accountNumber: "bank_account_number",
  accountType: "ach_account_type",
  secCode: "ach_sec_code",
  checkNumber: "check_number",
  /** true: verify the account now. false: do not verify it. Absent: by the account's settings. */
  verify: "validate_ach_account",
  /** true: send the entry on the same day, if possible. Absent: by the account's settings. */
  sameDay: "ach_same_day",
  /** The id of an earlier payment or of a stored bank account. */
  token: "token_id",
} as const satisfies WireNames;

/** Who pays. Street and ZIP are used for AVS. */
export const CUSTOMER_NAMES = {
  firstName: "first_name",
  lastName: "last_name",
  company: "company",
  street: "street_address1",
  street2: "street_address2",
  city: "city",
  state: "state",
  zip: "zip",
  country: "country",
  phone: "phone",
  email: "email",
  /** The customer's IPv4 address. */
  ipAddress: "ip_address",
} as const satisfies WireNames;

export const DETAIL_NAMES = {
  /** An id from `client.payments.reserveId()`. If it is absent, the client fetches one. */
  id: "transaction_id",
  /** Decimal text such as "12.34". */
  amount: "transaction_amount",
  description: "transaction_description",
  /** Your own id, such as an order number. */
  customId: "custom_id",
  customData: "custom_data",
  group: "group",
  inputGroup: "input_group",
  invoiceEntry: "invoice_entry",
  cashier: "cashier",
  currency: "currency",
  paymentType: "payment_type",
  installmentNumber: "installment_number",
  installmentCount: "installment_count",
  recurringId: "recurring_id",
  /** Level 2: sales tax, as part of the amount. */
  tax: "level2_tax",
  destinationZip: "level2_zip",
  orderId: "level2_order_id",
  merchantReference: "level2_merchant_reference",
  /** Restaurants: number of the server. */
  serverId: "restaurant_server_id",
  /** Restaurants: tip, as part of the amount. */
  gratuity: "restaurant_gratuity",
  /** Accept an approval for less than the amount. */
  allowPartial: "allow_partial",
  /** Charge even if the account's guard against duplicates would refuse the payment. */
  allowDuplicate: "allow_duplicate",
  disableAvs: "disable_avs",
  disableCvv: "disable_cvv",
  sendCustomerReceipt: "send_customer_receipt",
  sendMerchantReceipt: "send_merchant_receipt",
  /** The code of a sale that was authorized by phone (force). */
  authorizationCode: "authorization_code",
} as const satisfies WireNames;

/** What the client sets itself. `jsonp` and the hash login are not needed here. */
type SetByClient =
  | "account_id"
  | "api_accesskey"
  | "hash"
  | "timestamp"
  | "transaction_type"
  | "tender_type"
  | "reissue"
  | "response_format"
  | "jsonp";

type Mapped =
  | (typeof CARD_NAMES)[keyof typeof CARD_NAMES]
  | (typeof BANK_ACCOUNT_NAMES)[keyof typeof BANK_ACCOUNT_NAMES]
  | (typeof CUSTOMER_NAMES)[keyof typeof CUSTOMER_NAMES]
  | (typeof DETAIL_NAMES)[keyof typeof DETAIL_NAMES];

/** Does not compile if the document has a variable that the client does not know. */
export type EveryVariableIsKnown = MustBeNever<
  Exclude<KeysOfAny<PaymentForm>, Mapped | SetByClient | symbol>
>;

export const ANSWER_NAMES = {
  id: "transaction_id",
  originalId: "original_transaction_id",
  tender: "tender_type",
  type: "transaction_type",
  /** YYYY-MM-DD HH:MM:SS in the account's time zone. */
  timestamp: "transaction_timestamp",
  cardBrand: "card_brand",
  last4: "last4",
  expiration: "card_expiration",
  authorizationCode: "authorization_code",
  /** APPROVED or another success message, or the reason of a decline. */
  message: "authorization_message",
  requestedAmount: "request_amount",
  /** The approved amount. It is less than requestedAmount after a partial approval. */
  amount: "transaction_amount",
  firstName: "first_name",
  lastName: "last_name",
  isKeyed: "keyed",
  isSwiped: "swiped",
  entryMode: "entry_mode",
  isApproved: "transaction_approved",
  avsResult: "avs_response",
  cvvResult: "cvv2_response",
  description: "transaction_description",
  /** What can still be refunded. */
  balance: "balance",
  batchId: "batch_id",
  reasonCode: "reason_code",
  network: "network",
  gatewayId: "gateway_id",
  currency: "currency",
  checkNumber: "check_number",
  isVerified: "ach_verification_passed",
  verificationMessage: "ach_verification_message",
  /** Whether an entry that was to go out on the same day does, and why not. */
  isSameDay: "ach_same_day",
  sameDayMessage: "ach_same_day_message",
  /** What the terminal gives to the chip: TLV objects in hex, tags 8A, 91, 71 and 72. */
  emvResponseCode: "emv_response_code",
  emvIssuerAuthentication: "emv_issuer_authentication",
  emvIssuerScript1: "emv_issuer_script1",
  emvIssuerScript2: "emv_issuer_script2",
} as const satisfies Readonly<Record<string, keyof PaymentAnswer>>;

/** The amounts of an answer. */
export const MONEY = ["request_amount", "transaction_amount", "balance"] as const;

export type ErrorField =
  | "error"
  | "error_code"
  | "error_message"
  | "error_msg"
  | "first_transaction_id";

/** Does not compile if the document has a field that the client does not know. */
export type EveryFieldIsKnown = MustBeNever<
  Exclude<
    keyof PaymentAnswer,
    (typeof ANSWER_NAMES)[keyof typeof ANSWER_NAMES] | ErrorField | symbol
  >
>;
