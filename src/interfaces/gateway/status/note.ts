/** What the request log says about a status request. */
import type { FastifyRequest } from "fastify";
import { readTransactionId } from "../../../values/transaction-id.ts";
import type { Form } from "../../../wire/form.ts";
import { noteRequest } from "../../../wire/request-note.ts";

/** Before the login and the checks, so every value may be wrong. */
export function noteQuestion(request: FastifyRequest, form: Form): void {
  const isNewId = form.get("action")?.[0] === "GET_TRANSACTION_ID";
  noteRequest(request, {
    operation: isNewId ? "Get transaction ID" : undefined,
    transactionId: readTransactionId(form.get("transaction_id")?.[0] ?? ""),
  });
}
