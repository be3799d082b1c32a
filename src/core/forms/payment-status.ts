/** The current status of a payment by form, for the receipt page and the return address. */
import type { Answer } from "../payments/answer.ts";
import type { TransactionState } from "../payments/transaction.ts";
import type { PaymentState } from "./claim-store.ts";

export type FormPaymentStatus =
  | "approved"
  /** A bank payment that has not settled, or a change whose outcome is not known yet. */
  | "pending"
  | "settled"
  | "declined"
  | "voided"
  | "partially_refunded"
  | "refunded"
  | "returned";

/** Undefined: a form's SALE cannot reach this state, so its original answer is shown. */
const STATUSES: Readonly<Record<TransactionState, FormPaymentStatus | undefined>> = {
  started: undefined,
  unknown: undefined,
  authorized: undefined,
  sold: "approved",
  forced: undefined,
  captured: undefined,
  credited: undefined,
  refunded: undefined,
  stored: undefined,
  closed: undefined,
  pending: "pending",
  settled: "settled",
  returned: "returned",
  rejected: "returned",
  declined: "declined",
  not_sent: "declined",
  not_batched: "declined",
  capturing: undefined,
  voiding: "pending",
  reversing: "pending",
  reversed: "voided",
  voided: "voided",
};

export function currentStatus(
  answer: Answer,
  current: PaymentState | undefined,
): FormPaymentStatus {
  const status = current && STATUSES[current.state];
  if (current === undefined || status === undefined) return answeredStatus(answer);
  if (status !== "approved" || current.refundedCents === 0) return status;
  return current.refundedCents < current.amountCents ? "partially_refunded" : "refunded";
}

function answeredStatus({ outcome, tenderType }: Answer): FormPaymentStatus {
  if (outcome !== "approved") return "declined";
  return tenderType === "ACH" ? "pending" : "approved";
}
