/** Writes the fields of a payment answer in the contract's order, and the error of every refusal. */
import type { Answer, PaymentOutcome, Refusal } from "../../../core/payments/answer.ts";
import { IN_PROGRESS, NOT_SENT } from "../../../core/payments/transaction.ts";
import { checkNumberMax } from "../../../values/bank.ts";
import { type Cents, centsToNumber } from "../../../values/money.ts";
import {
  type ErrorText,
  FIELD_ERRORS,
  invalidVariable,
  missingField,
  TEMPORARY_ERROR,
  tooLongField,
} from "../errors.ts";
import { DECLINED_CODE } from "../note.ts";
import { errorFields, type GatewayRecord } from "../record.ts";
import { writeFailedEvent } from "./identity.ts";

const REFUSALS: Record<Refusal, ErrorText> = {
  id_never_issued: FIELD_ERRORS.transaction_id,
  id_already_used: [20008, "TRANSACTION ID ALREADY USED"],
  token_not_fit: FIELD_ERRORS.token_id,
  already_reversed: [20687, "TRANSACTION ID ALREADY REVERSED"],
  invalid_refund_amount: [20017, "INVALID REFUND AMOUNT"],
  invalid_capture_amount: [20018, "INVALID CAPTURE AMOUNT"],
  invalid_amount: FIELD_ERRORS.transaction_amount,
  card_unreadable: FIELD_ERRORS.card_tracks,
  credit_not_allowed: FIELD_ERRORS.transaction_type,
  tender_not_allowed: FIELD_ERRORS.tender_type,
  already_sent: [20022, "TRANSACTION ALREADY SENT"],
  sec_code_not_fit: FIELD_ERRORS.ach_sec_code,
  check_number_missing: missingField("check_number"),
  check_number_too_long: tooLongField("check_number", checkNumberMax("POP")),
  first_name_missing: missingField("first_name"),
  last_name_missing: missingField("last_name"),
  tax_not_fit: invalidVariable("level2_tax"),
  gratuity_not_fit: invalidVariable("restaurant_gratuity"),
  duplicate: [20040, "DUPLICATE TRANSACTION"],
  first_name_not_writable: invalidVariable("first_name"),
  last_name_not_writable: invalidVariable("last_name"),
  company_not_writable: invalidVariable("company"),
  check_number_not_writable: invalidVariable("check_number"),
  // Beyond the contract.
  debits_stopped: [20024, "ACH DEBITS STOPPED"],
  credit_held: [20025, "CREDIT NEEDS APPROVAL"],
};

type Refused = Extract<PaymentOutcome, { readonly kind: "refused" }>;

export function writeOutcome(outcome: PaymentOutcome): GatewayRecord {
  switch (outcome.kind) {
    case "answered":
      return writeAnswer(outcome.answer);
    case "refused":
      return writeRefusal(outcome);
    case "unknown":
      return temporaryError(outcome.transactionId, IN_PROGRESS);
    case "too_many":
      return TEMPORARY_ERROR;
  }
}

/** The contract has the error fields only. The first payment of a duplicate is a field of ours. */
function writeRefusal({ why, firstTransactionId }: Refused): GatewayRecord {
  const errors = errorFields(...REFUSALS[why]);
  return firstTransactionId === undefined
    ? errors
    : { first_transaction_id: firstTransactionId, ...errors };
}

export function writeAnswer(answer: Answer): GatewayRecord {
  if (answer.outcome === "not_sent") return temporaryError(answer.transactionId, NOT_SENT);
  const isStored = answer.transactionType === "STORE" && answer.outcome === "approved";
  return isStored ? writeStored(answer) : writePayment(answer);
}

/**
 * For webhooks: the answer with the values that identify the request or come from a payment form, and
 * without those for the chip, which only the terminal that waits for the answer can use.
 */
export function writeEventAnswer(answer: Answer): Readonly<Record<string, unknown>> {
  const { formName, formFields, customId } = answer;
  const told = answer.chip === undefined ? answer : { ...answer, chip: undefined };
  const record = answer.outcome === "not_sent" ? writeNotSent(answer) : writeAnswer(told);
  if (formName === undefined && customId === undefined) return record;
  const { error, error_code, error_message, error_msg, ...fields } = record;
  const errors = { error, error_code, error_message, error_msg };
  const form = formName === undefined ? {} : { form: formName, form_fields: formFields };
  return { ...fields, custom_id: customId, ...form, ...errors };
}

function writeNotSent(answer: Answer): GatewayRecord {
  const record = { original_transaction_id: answer.originalId, ...writeAnswer(answer) };
  return writeFailedEvent(record, { ...answer, amount: amount(answer.requestAmountCents) });
}

/** With the id, so that the caller can ask for the status, and the current status message. */
function temporaryError(transactionId: string, message: string): GatewayRecord {
  return {
    transaction_id: transactionId,
    authorization_message: message,
    ...TEMPORARY_ERROR,
  };
}

const DECLINED = "DECLINED";

/** One literal, which shows the order of the fields. */
function writePayment(answer: Answer): GatewayRecord {
  const isApproved = answer.outcome === "approved";
  const error = isApproved ? null : DECLINED;
  return {
    original_transaction_id: answer.originalId,
    transaction_id: answer.transactionId,
    tender_type: answer.tenderType ?? null,
    transaction_timestamp: answer.timestamp,
    card_brand: answer.cardBrand ?? null,
    transaction_type: answer.transactionType,
    last4: answer.last4 ?? null,
    card_expiration: answer.cardExpiration ?? null,
    authorization_code: answer.authorizationCode || null,
    authorization_message: answer.message ?? null,
    request_amount: amount(answer.requestAmountCents),
    transaction_amount: amount(answer.amountCents),
    first_name: answer.firstName ?? null,
    last_name: answer.lastName ?? null,
    keyed: isKeyed(answer),
    swiped: isSwiped(answer),
    entry_mode: answer.entryMode ?? null,
    transaction_approved: isApproved,
    avs_response: answer.avsResponse,
    cvv2_response: answer.cvvResponse,
    transaction_description: answer.description,
    balance: answer.balanceCents === undefined ? undefined : amount(answer.balanceCents),
    batch_id: answer.batchId,
    reason_code: null,
    network: null,
    gateway_id: null,
    currency: answer.currency,
    check_number: answer.tenderType === "ACH" ? answer.checkNumber : undefined,
    ach_verification_passed: answer.verificationPassed,
    ach_verification_message: answer.verificationMessage,
    ach_same_day: answer.isSameDay,
    ach_same_day_message: answer.sameDayMessage,
    emv_response_code: answer.chip?.responseCode,
    emv_issuer_authentication: answer.chip?.issuerAuthentication,
    emv_issuer_script1: answer.chip?.script1,
    emv_issuer_script2: answer.chip?.script2,
    error: !isApproved,
    error_code: isApproved ? 0 : DECLINED_CODE,
    error_message: error,
    error_msg: error,
  };
}

/** Storing a card or bank account has no authorization fields, because nobody approves it. */
function writeStored(answer: Answer): GatewayRecord {
  return {
    ...writePayment(answer),
    authorization_code: undefined,
    authorization_message: undefined,
    transaction_approved: undefined,
    avs_response: undefined,
    cvv2_response: undefined,
    balance: undefined,
  };
}

function amount(cents: number): number {
  return centsToNumber(cents as Cents);
}

function isKeyed({ entryMode }: Answer): boolean {
  return entryMode === "KEYED";
}

function isSwiped({ entryMode }: Answer): boolean {
  return entryMode === "SWIPED" || entryMode === "FALLBACK SWIPED";
}
