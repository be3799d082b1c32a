/** A payment answer's fields, in the contract's order. */
import type { Account } from "../../../core/accounts/account-store.ts";
import type { CardPayment, PaymentOutcome } from "../../../core/payments/take-payment.ts";
import { localTime } from "../../../values/local-time.ts";
import { TEMPORARY_ERROR } from "../faults.ts";
import { Amount, errorFields, type GatewayRecord, NO_ERROR } from "../record.ts";

type Taken = Extract<PaymentOutcome, { transactionId: string }>;

export function writeOutcome(
  account: Account,
  payment: CardPayment,
  outcome: PaymentOutcome,
): GatewayRecord {
  switch (outcome.kind) {
    case "approved":
      return { ...writeTaken(account, payment, outcome), ...NO_ERROR };
    case "declined":
      return { ...writeTaken(account, payment, outcome), ...errorFields(30002, "DECLINED") };
    case "unknown":
    case "not_sent":
      return TEMPORARY_ERROR;
    case "id_already_used":
      return errorFields(20008, "TRANSACTION ID ALREADY USED");
    case "id_never_issued":
      return errorFields(20007, "Invalid transaction_id");
  }
}

function writeTaken(account: Account, payment: CardPayment, outcome: Taken): GatewayRecord {
  const approval = outcome.kind === "approved" ? outcome.approval : undefined;
  const amount = approval?.amount ?? payment.amount;
  return {
    transaction_id: outcome.transactionId,
    tender_type: "CARD",
    transaction_timestamp: localTime(outcome.startedAt, account.timeZone),
    card_brand: payment.cardBrand,
    transaction_type: payment.transactionType,
    last4: payment.cardNumber.last4(),
    card_expiration: payment.cardExpiration,
    authorization_code: approval?.authorizationCode ?? null,
    authorization_message: outcome.kind === "approved" ? outcome.approval.message : outcome.message,
    request_amount: new Amount(payment.amount),
    transaction_amount: new Amount(amount),
    first_name: payment.details["first_name"] ?? null,
    last_name: payment.details["last_name"] ?? null,
    keyed: true,
    swiped: false,
    entry_mode: "KEYED",
    transaction_approved: approval !== undefined,
    avs_response: approval?.avsResponse,
    cvv2_response: approval?.cvvResponse,
    transaction_description: payment.details["description"],
    balance: approval && payment.transactionType === "SALE" ? new Amount(amount) : undefined,
    reason_code: null,
    network: null,
    gateway_id: null,
    currency: account.currency,
  };
}
