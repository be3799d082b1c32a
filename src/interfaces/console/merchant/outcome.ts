/** What came of a payment or a change: answers are told as they are, refusals beside their field. */
import type { Answer, PaymentOutcome, Refusal } from "../../../core/payments/answer.ts";
import { type ConsoleRefusal, conflict, invalid, tooMany } from "../errors.ts";
import type { PaymentFacts, PaymentResult } from "./contract.ts";

export function resultOf(outcome: PaymentOutcome): PaymentResult {
  switch (outcome.kind) {
    case "answered":
      return answered(outcome.answer);
    case "unknown":
      return { kind: "unknown", id: outcome.transactionId };
    case "too_many":
      throw tooMany("Too many small payments were declined: wait some minutes, then try again.");
    case "refused":
      throw refusalOf(outcome.why);
  }
}

export function answered(answer: Answer): PaymentResult {
  return { kind: answer.outcome, payment: factsOf(answer) };
}

function factsOf(answer: Answer): PaymentFacts {
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

/** With a field: it stands beside that. Without: it is about the whole. */
const WORDS: Readonly<Record<Refusal, readonly [field: string | undefined, sentence: string]>> = {
  id_never_issued: [undefined, "This form is too old: open it again. Nothing was charged."],
  id_already_used: [
    undefined,
    "Something else was sent from this form before. Look at what came of it, then open a new one.",
  ],
  token_not_fit: [
    undefined,
    "The transaction does not allow this as it stands. Load it again to see what happened.",
  ],
  already_reversed: [undefined, "It was undone already."],
  invalid_refund_amount: ["amountCents", "This is more than can still be refunded."],
  invalid_capture_amount: ["amountCents", "This is more than was authorised."],
  invalid_amount: ["amountCents", "This amount cannot be taken."],
  card_unreadable: ["cardNumber", "This is no card number that we know."],
  credit_not_allowed: [undefined, "This account may not send credits."],
  tender_not_allowed: [undefined, "This account does not take payments of this kind."],
  already_sent: [undefined, "The entry has left for the bank: it cannot be taken back any more."],
  sec_code_not_fit: ["secCode", "This kind of entry does not fit."],
  check_number_missing: ["secCode", "This kind of entry needs a check: choose another."],
  check_number_too_long: ["secCode", "The check number is too long for this kind of entry."],
  first_name_missing: ["firstName", "A payment from a bank account needs the holder's first name."],
  last_name_missing: ["lastName", "A payment from a bank account needs the holder's last name."],
};

function refusalOf(why: Refusal): ConsoleRefusal {
  const [field, sentence] = WORDS[why];
  return field === undefined ? conflict(sentence) : invalid({ [field]: sentence });
}
