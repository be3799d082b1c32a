/** Converts a webhook delivery attempt for the delivery log of a merchant and of Test mode. */
import type { DeliveryAttempt } from "../../core/outbox/event.ts";
import type { DeliveryAttemptLine } from "./contract.ts";

export function writeDeliveryAttempt(attempt: DeliveryAttempt): DeliveryAttemptLine {
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
