/** A payment request with its account and types, and questions that its checks ask about it. */
import type { Account } from "../../../core/accounts/account-store.ts";
import type { BankPayment } from "../../../core/payments/payment-request.ts";
import type { TenderType, TransactionType } from "../../../core/payments/transaction.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Form } from "../../../wire/form.ts";
import { parseFlag } from "../../../wire/reader/plain-text.ts";
import { RequestError } from "../../../wire/request-error.ts";

export interface Asked {
  readonly type: TransactionType;
  /** Undefined if the request does not need one. */
  readonly tender: TenderType | undefined;
  readonly account: Account;
  readonly form: Form;
  /** For expired cards. Undefined: expiration is not checked, because this may be a repetition. */
  readonly clock: Clock | undefined;
}

/** Whether it makes a new payment, and does not change one or close a batch. */
export function isNewPayment(type: TransactionType): type is NewPaymentType {
  return NEW_PAYMENTS.has(type);
}

type NewPaymentType = Exclude<TransactionType, "CAPTURE" | "REFUND" | "REVERSAL" | "SETTLE-BATCH">;

const NEW_PAYMENTS: ReadonlySet<TransactionType> = new Set<NewPaymentType>([
  "SALE",
  "AUTHORIZATION",
  "CREDIT",
  "STORE",
  "FORCE",
]);

/** Types that are possible with ACH. */
export function isBankType(type: TransactionType): type is BankPayment["type"] {
  return type === "SALE" || type === "CREDIT" || type === "STORE";
}

/** Whether it is a new ACH payment that is not a reissue. */
export function isNewBank({ type, tender, form }: Asked): boolean {
  return tender === "ACH" && isNewPayment(type) && !isFlagSet(form, "reissue");
}

/** The text of a variable. An empty one counts as absent; a repeated one is an error. */
export function variableText(form: Form, name: string): string | undefined {
  const values = form.get(name);
  if (values === undefined) return undefined;
  if (values.length > 1) throw new RequestError("invalid", name);
  return values[0] || undefined;
}

export function isSent(form: Form, name: string): boolean {
  return (form.get(name)?.[0] ?? "") !== "";
}

/** Whether a flag was sent and set. */
export function isFlagSet(form: Form, name: string): boolean {
  const values = form.get(name);
  return values?.length === 1 && parseFlag(values[0] ?? "") === true;
}
