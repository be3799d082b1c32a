/** `sixdoors/client`: the typed client for all areas of a Sixdoors gateway. */
export { type Client, createClient } from "./client.ts";
export { type Area, type ErrorCode, type LocalCode, SixdoorsError } from "./errors.ts";
export type { EventDelivery, EventFilter, Events, PastEvent } from "./events/events.ts";
export type { Filters, Management } from "./management/management-types.ts";
export type {
  AccountLogin,
  CallOptions,
  ClientOptions,
  ManagementLogin,
  PartnerLogin,
  PaymentCallOptions,
  PosLogin,
  RetryOptions,
} from "./options.ts";
export type { Parser } from "./parser/parser.ts";
export type { ParsedPayload, ParserInput } from "./parser/parser-names.ts";
export type {
  AuthorizeInput,
  BankAccount,
  CaptureInput,
  Card,
  CreditInput,
  Customer,
  ForceInput,
  RefundInput,
  ReverseInput,
  SaleInput,
  StoreInput,
} from "./payments/payment-inputs.ts";
export type {
  Approved,
  Declined,
  KeyedResult,
  PaymentResult,
  Pending,
  PendingPayment,
  Stored,
  StoreResult,
} from "./payments/payment-result.ts";
export type { Payments } from "./payments/payments.ts";
export type { Status, TransactionStatus } from "./payments/status.ts";
export type { Pos } from "./pos/pos.ts";
export type {
  Category,
  Item,
  ItemInput,
  LineInput,
  NewSale,
  PosAccount,
  PosUser,
  Sale,
  SaleFilters,
  SaleRefund,
  TaxRate,
} from "./pos/pos-names.ts";
export type { PosRecords } from "./pos/pos-records.ts";
export type { PosSales, SaleResult } from "./pos/pos-sales.ts";
export type { ReportRow } from "./reports/report-row.ts";
export type { ReportInput, Reports } from "./reports/reports.ts";
export { type ReturnedPayment, verifyReturnLink } from "./webhooks/verify-return-link.ts";
export { type HeadersInput, type VerifyOptions, verifyWebhook } from "./webhooks/verify-webhook.ts";
export type { WebhookEvent } from "./webhooks/webhook-event.ts";
