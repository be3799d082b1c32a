/** Examples of payments, status and reporting. */
import { type CallExample, type ExampleValues, earlier, fromTest } from "./call-example.ts";

const ACCOUNT = { account_id: "120000000001", api_accesskey: "1".repeat(32) };
const IN_JSON = { response_format: "JSON" };
const CARD = {
  tender_type: "CARD",
  card_number: "4111111111111111",
  card_expiration: "1230",
};

function payment(
  name: string,
  summary: string,
  { transaction_type, ...fields }: ExampleValues & { readonly transaction_type: string },
): CallExample {
  const body = { ...ACCOUNT, transaction_type, ...fields, ...IN_JSON };
  return { operationId: "processPayment", name, summary, body, status: 200 };
}

const paid = (name: string) => earlier("processPayment", name, "transaction_id");

export const PAYMENT_EXAMPLES: readonly CallExample[] = [
  payment("sale", "Charge a card", {
    transaction_type: "SALE",
    ...CARD,
    transaction_amount: "12.34",
  }),
  payment("declined", "A card that is declined: the amount 1.02", {
    transaction_type: "SALE",
    ...CARD,
    transaction_amount: "1.02",
  }),
  payment("error", "A request with an error: the amount is zero", {
    transaction_type: "SALE",
    ...CARD,
    transaction_amount: "0.00",
  }),
  payment("authorization", "Reserve money on a card", {
    transaction_type: "AUTHORIZATION",
    ...CARD,
    transaction_amount: "50.00",
  }),
  payment("capture", "Take a part of the reserved money", {
    transaction_type: "CAPTURE",
    token_id: paid("authorization"),
    transaction_amount: "40.00",
  }),
  payment("refund", "Refund a part of a payment", {
    transaction_type: "REFUND",
    token_id: paid("sale"),
    transaction_amount: "2.34",
  }),
  payment("store", "Store a card for later", { transaction_type: "STORE", ...CARD }),
  payment("reissue", "Charge a stored card", {
    transaction_type: "SALE",
    tender_type: "CARD",
    token_id: paid("store"),
    reissue: "1",
    transaction_amount: "9.99",
  }),
  payment("reversal", "Cancel a payment before its batch", {
    transaction_type: "REVERSAL",
    token_id: paid("reissue"),
  }),
  payment("force", "Record a sale that was authorized by phone", {
    transaction_type: "FORCE",
    ...CARD,
    transaction_amount: "20.00",
    authorization_code: "A1B2C3",
  }),
  payment("achSale", "Debit a bank account", {
    transaction_type: "SALE",
    tender_type: "ACH",
    bank_routing_number: "061000146",
    bank_account_number: "123456789",
    first_name: "Ada",
    last_name: "Keel",
    transaction_amount: "25.00",
  }),
  payment("achCredit", "Pay out to a bank account", {
    transaction_type: "CREDIT",
    tender_type: "ACH",
    bank_routing_number: "061000146",
    bank_account_number: "123456789",
    first_name: "Ada",
    last_name: "Keel",
    transaction_amount: "5.00",
  }),
  payment("settleBatch", "Close the card batch", { transaction_type: "SETTLE-BATCH" }),
];

function status(name: string, summary: string, fields: ExampleValues): CallExample {
  const body = { ...ACCOUNT, ...fields, ...IN_JSON };
  return { operationId: "getTransactionIdOrStatus", name, summary, body, status: 200 };
}

export const STATUS_EXAMPLES: readonly CallExample[] = [
  status("id", "Get an id for a new payment", { action: "GET_TRANSACTION_ID" }),
  status("status", "Look up a payment", {
    action: "GET_TRANSACTION_STATUS",
    transaction_id: paid("sale"),
  }),
  status("notStarted", "Look up an id that was not used yet", {
    action: "GET_TRANSACTION_STATUS",
    transaction_id: earlier("getTransactionIdOrStatus", "id", "transaction_id"),
  }),
];

function events(name: string, summary: string, fields: ExampleValues): CallExample {
  const body = { ...ACCOUNT, ...fields, ...IN_JSON };
  return { operationId: "listOrSendEvents", name, summary, body, status: 200 };
}

/** The account needs a webhook endpoint, or it has no events. */
export const EVENT_EXAMPLES: readonly CallExample[] = [
  events("list", "List the approval of a payment", {
    action: "LIST_EVENTS",
    event: "transaction.approved",
    transaction_id: paid("sale"),
  }),
  events("send", "Send an event again", {
    action: "SEND_EVENT",
    event_id: fromTest("event_id"),
  }),
];

export const REPORT_EXAMPLES: readonly CallExample[] = [
  {
    operationId: "getReport",
    name: "json",
    summary: "Transactions of one amount since a day, in JSON",
    body: { ...ACCOUNT, start_date: "2026-11-01", amount: "12.34", response_format: "JSON" },
    status: 200,
  },
  {
    operationId: "getReport",
    name: "csv",
    summary: "One transaction in CSV",
    body: { ...ACCOUNT, transaction_id: paid("sale"), response_format: "CSV" },
    status: 200,
    type: "text/csv",
  },
];
