/** What the request log says about an event request. */
import type { FastifyRequest } from "fastify";
import { readTransactionId } from "../../../values/transaction-id.ts";
import type { Form } from "../../../wire/form.ts";
import { noteRequest } from "../../../wire/request-note.ts";

/** Before the login and the checks, so every value may be wrong. */
export function noteEventRequest(request: FastifyRequest, form: Form): void {
  const isSending = form.get("action")?.[0] === "SEND_EVENT";
  noteRequest(request, {
    operation: isSending ? "Send event again" : undefined,
    transactionId: readTransactionId(form.get("transaction_id")?.[0] ?? ""),
  });
}
