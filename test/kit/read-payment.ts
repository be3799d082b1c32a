/** Reads payment forms as the payment interface does, without a server. */
import assert from "node:assert/strict";
import type { PaymentRequest } from "../../src/core/payments/payment-request.ts";
import { readPayment } from "../../src/interfaces/gateway/payments/read.ts";
import { RequestError } from "../../src/wire/request-error.ts";
import { BOOKS } from "./accounts.ts";

const NOW = Temporal.Instant.from("2026-11-15T12:00:00Z");
const CLOCK = { business: () => NOW, wall: () => NOW };
export const SALE = {
  transaction_type: "SALE",
  tender_type: "CARD",
  transaction_amount: "12.34",
  card_number: "4111111111111111",
  card_expiration: "1230",
};

export type SentForm = Readonly<Record<string, string | readonly string[]>>;

export function readForm(sent: SentForm, idempotencyKey?: string | string[]): PaymentRequest {
  const form = new Map(Object.entries(sent).map(([name, value]) => [name, [value].flat()]));
  return readPayment({ form, account: BOOKS, idempotencyKey }, CLOCK);
}

/** Returns the error of a request as text. */
export function readErrorText(sent: SentForm, idempotencyKey?: string | string[]): string {
  try {
    readForm(sent, idempotencyKey);
  } catch (error) {
    assert.ok(error instanceof RequestError, String(error));
    return error.message;
  }
  return "none";
}
