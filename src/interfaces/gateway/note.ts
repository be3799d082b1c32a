/** What the request log says about an answer of payments or status. The HTTP status is always 200. */
import type { FastifyRequest } from "fastify";
import { IN_PROGRESS } from "../../core/payments/transaction.ts";
import type { RequestOutcome } from "../../values/request-outcome.ts";
import { noteRequest } from "../../wire/request-note.ts";

/** The fields of an answer. */
type Fields = Readonly<Record<string, unknown>>;

/** The code of a payment that the card host or the account's rules declined. */
export const DECLINED_CODE = 30002;

export function noteRecord(request: FastifyRequest, record: Fields): void {
  const amount = record["request_amount"] ?? record["transaction_amount"];
  const [id, originalId] = [record["transaction_id"], record["original_transaction_id"]];
  noteRequest(request, {
    outcome: recordOutcome(record),
    errorCode: record["error"] === true ? Number(record["error_code"]) : undefined,
    ...(typeof id === "string" && { transactionId: id }),
    ...(typeof originalId === "string" && { originalId }),
    ...(typeof amount === "number" && { amountCents: Math.round(amount * 100) }),
  });
}

/** Only the answer to a payment has a type. A status answer is a success, whatever it reports. */
function recordOutcome(record: Fields): RequestOutcome {
  const { error, error_code, transaction_type, transaction_approved } = record;
  if (error_code === DECLINED_CODE) return "declined";
  if (error === true) return record["authorization_message"] === IN_PROGRESS ? "pending" : "error";
  return transaction_type !== undefined && transaction_approved === true ? "approved" : "success";
}
