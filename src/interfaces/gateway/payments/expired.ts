/**
 * A card may expire between a request and its repetition. The repetition is still answered with the
 * first outcome: an error about the card would look as if nothing had been paid.
 */
import type { PaymentOutcome } from "../../../core/payments/answer.ts";
import { isPayloadPayment } from "../../../core/payments/pay-by-payload.ts";
import type { PaymentNeeds } from "../../../core/payments/payment-needs.ts";
import type { CardPayment } from "../../../core/payments/payment-request.ts";
import { findEarlierOutcome } from "../../../core/payments/take-payment.ts";
import { RequestError } from "../../../wire/request-error.ts";
import { type PaymentMessage, readOrError } from "./read.ts";

/** Undefined: the error is answered. */
export async function findOutcomeBeforeExpiry(
  needs: PaymentNeeds,
  message: PaymentMessage,
  error: RequestError,
): Promise<PaymentOutcome | undefined> {
  const payment = error.field === "card_expiration" ? readUnexpired(message) : undefined;
  return payment && findEarlierOutcome(needs, message.account, payment);
}

/** Only a request with an id or a key and without another error can be a repetition. */
function readUnexpired(message: PaymentMessage): CardPayment | undefined {
  const payment = readOrError(message, undefined);
  if (payment instanceof RequestError || !("source" in payment)) return undefined;
  const isClaimed = payment.transactionId !== undefined || payment.idempotencyKey !== undefined;
  return isClaimed && !isPayloadPayment(payment) ? payment : undefined;
}
