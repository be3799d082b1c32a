/** Converts payment results for the console. Errors are assigned to their form fields. */
import type { Answer, PaymentOutcome, Refusal } from "../../../core/payments/answer.ts";
import { type ConsoleRefusal, conflict, duplicatePayment, invalid, tooMany } from "../errors.ts";
import type { PaymentFacts, PaymentResult } from "./contract.ts";

export function writePaymentResult(outcome: PaymentOutcome): PaymentResult {
  switch (outcome.kind) {
    case "answered":
      return writeAnswer(outcome.answer);
    case "unknown":
      return { kind: "unknown", id: outcome.transactionId };
    case "too_many":
      throw tooMany("Too many small payments were declined. Wait a few minutes and try again.");
    case "refused":
      throw refusalError(outcome);
  }
}

export function writeAnswer(answer: Answer): PaymentResult {
  return { kind: answer.outcome, payment: paymentFacts(answer) };
}

function paymentFacts(answer: Answer): PaymentFacts {
  return {
    id: answer.transactionId,
    type: answer.transactionType,
    tender: answer.tenderType ?? null,
    originalId: answer.originalId ?? null,
    localTime: answer.timestamp,
    amountCents: answer.amountCents,
    requestedCents: answer.requestAmountCents,
    currency: answer.currency,
    message: answer.message ?? null,
    authorizationCode: answer.authorizationCode || null,
    brand: answer.cardBrand ?? null,
    last4: answer.last4 ?? null,
    name: [answer.firstName, answer.lastName].filter(Boolean).join(" ") || null,
    avs: answer.avsResponse ?? null,
    cvv: answer.cvvResponse ?? null,
    verificationMessage: answer.verificationMessage ?? null,
  };
}

/** With a field name, the error belongs to that field. Without one, to the whole form. */
const REFUSALS: Readonly<Record<Refusal, readonly [field: string | undefined, sentence: string]>> =
  {
    id_never_issued: [
      undefined,
      "This form has expired. Open it again. The customer was not charged.",
    ],
    id_already_used: [
      undefined,
      "This form was already submitted with different data. Check the result, then start a new payment.",
    ],
    token_not_fit: [
      undefined,
      "The transaction's status does not allow this. Reload it to see its current status.",
    ],
    already_reversed: [undefined, "This transaction was already voided."],
    invalid_refund_amount: ["amountCents", "The amount is more than can be refunded."],
    invalid_capture_amount: ["amountCents", "The amount is more than was authorized."],
    invalid_amount: ["amountCents", "This amount is not allowed."],
    card_unreadable: ["cardNumber", "We do not recognize this card number."],
    credit_not_allowed: [
      undefined,
      "This account may not send credits without an original payment.",
    ],
    tender_not_allowed: [undefined, "This account does not accept this payment method."],
    already_sent: [
      undefined,
      "The payment was already sent to the bank and can no longer be voided.",
    ],
    sec_code_not_fit: ["secCode", "This SEC code is not allowed for this payment."],
    check_number_missing: ["secCode", "This SEC code requires a check. Choose a different one."],
    check_number_too_long: ["secCode", "The check number is too long for this SEC code."],
    first_name_missing: ["firstName", "Enter the account holder's first name."],
    last_name_missing: ["lastName", "Enter the account holder's last name."],
    tax_not_fit: [undefined, "The tax is more than the amount."],
    gratuity_not_fit: [undefined, "The tip is more than the amount."],
    duplicate: [
      undefined,
      "The same payment was made a short time ago. The customer was not charged again. If this is another order, enter its order number.",
    ],
    first_name_not_writable: ["firstName", "Enter the first name in Latin letters."],
    last_name_not_writable: ["lastName", "Enter the last name in Latin letters."],
    debits_stopped: [
      undefined,
      "Too many of your ACH debits were returned, so new ones are stopped. Contact support.",
    ],
    credit_held: [
      undefined,
      "A credit of this amount needs the approval of an operator, who has been asked. Send it again after the approval.",
    ],
    company_not_writable: [undefined, "The company cannot be written in Latin letters."],
    check_number_not_writable: ["secCode", "The check number must consist of letters and digits."],
  };

type Refused = Extract<PaymentOutcome, { readonly kind: "refused" }>;

function refusalError({ why, firstTransactionId }: Refused): ConsoleRefusal {
  const [field, sentence] = REFUSALS[why];
  if (field !== undefined) return invalid({ [field]: sentence });
  if (firstTransactionId !== undefined) return duplicatePayment(sentence, firstTransactionId);
  return conflict(sentence);
}
