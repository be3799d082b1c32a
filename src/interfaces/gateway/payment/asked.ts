/** A payment request whose caller and types are known, on its way through the checks. */
import type { Account } from "../../../core/accounts/account-store.ts";
import type { TransactionType } from "../../../core/payments/transaction.ts";
import type { Clock } from "../../../ports/clock.ts";
import { RequestFault } from "../../../wire/fault.ts";
import { readFlag } from "../../../wire/fields.ts";
import type { Form } from "../../../wire/form.ts";

export interface Asked {
  readonly type: TransactionType;
  readonly account: Account;
  readonly form: Form;
  readonly clock: Clock;
}

/** Makes a payment of its own, rather than changing one or closing a batch. */
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

/** The text of a variable. An empty one is absent; a repeated one has no one meaning. */
export function textOf(form: Form, name: string): string | undefined {
  const values = form.get(name);
  if (values === undefined) return undefined;
  if (values.length > 1) throw new RequestFault("invalid", name);
  return values[0] || undefined;
}

export function isSent(form: Form, name: string): boolean {
  return (form.get(name)?.[0] ?? "") !== "";
}

/** Whether a flag was sent and set. */
export function isOn(form: Form, name: string): boolean {
  const values = form.get(name);
  return values?.length === 1 && readFlag(values[0] ?? "") === true;
}
