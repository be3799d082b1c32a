/** Converts a webhook delivery attempt for the delivery log of a merchant and of Test mode. */
import type { DeliveryAttempt } from "../../core/outbox/event.ts";
import {
  type WebhookParts,
  webhookBody,
  webhookHeaders,
} from "../../values/webhooks/webhook-envelope.ts";
import type { DeliveryAttemptLine, WebhookAttempt } from "./contract.ts";

function writeDeliveryAttempt(attempt: DeliveryAttempt): DeliveryAttemptLine {
  const { at, durationMs, outcome, status, failure, answer } = attempt;
  return {
    at: at.toString(),
    durationMs,
    outcome,
    ...(status !== undefined && { status }),
    ...(failure !== undefined && { failure }),
    ...(answer !== undefined && { answer }),
  };
}

/** With the headers and the body exactly as they were sent. */
export function writeWebhookAttempt(
  parts: Omit<WebhookParts, "at">,
  attempt: DeliveryAttempt,
): WebhookAttempt {
  const { at, seal } = attempt;
  return {
    ...writeDeliveryAttempt(attempt),
    ...(seal !== undefined && {
      sent: {
        headers: webhookHeaders({ ...parts, at }, seal.signature),
        body: webhookBody({ ...parts, at }, seal.hash),
      },
    }),
  };
}
