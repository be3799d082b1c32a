/** What the request log says about a payment request: its type in plain words, amount and id. */
import type { FastifyRequest } from "fastify";
import { TRANSACTION_TYPES, type TransactionType } from "../../../core/payments/transaction.ts";
import { parseCents } from "../../../values/money.ts";
import { readTransactionId } from "../../../values/transaction-id.ts";
import type { Form } from "../../../wire/form.ts";
import { noteRequest } from "../../../wire/request-note.ts";

const OPERATIONS: Readonly<Record<TransactionType, string>> = {
  SALE: "Sale",
  AUTHORIZATION: "Authorization",
  CAPTURE: "Capture",
  REFUND: "Refund",
  CREDIT: "Credit",
  STORE: "Store card or bank account",
  FORCE: "Forced sale",
  REVERSAL: "Reversal",
  "SETTLE-BATCH": "Close batch",
};

/** Before the login and the checks, so every value may be wrong. Wrong values are left out. */
export function notePayment(request: FastifyRequest, form: Form): void {
  const sent = (name: string) => form.get(name)?.[0] ?? "";
  const type = TRANSACTION_TYPES.find((known) => known === sent("transaction_type"));
  noteRequest(request, {
    operation: type && OPERATIONS[type],
    transactionId: readTransactionId(sent("transaction_id")),
    originalId: readTransactionId(sent("token_id")),
    amountCents: parseCents(sent("transaction_amount")),
  });
}
