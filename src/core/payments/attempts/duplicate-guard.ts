/** The guard against duplicates, by account setting: which payments count as the same payment. */
import { hash } from "node:crypto";
import type { Account } from "../../accounts/account-store.ts";
import type { PaymentDetails } from "../payment-details.ts";
import type { BankPayment, CardPayment } from "../payment-request.ts";
import type { TransactionType } from "../transaction.ts";
import type { Attempt, DuplicateGuard } from "./attempt.ts";

/** Money back is not a duplicate of the payment. A STORE moves no money. */
const DIRECTIONS: Readonly<Partial<Record<TransactionType, string>>> = {
  SALE: "debit",
  AUTHORIZATION: "debit",
  FORCE: "debit",
  CREDIT: "credit",
};

/** Undefined: the account has no guard, or no money moves. */
export function duplicateGuard(
  { duplicateMinutes }: Pick<Account, "duplicateMinutes">,
  { attempt, payment }: { readonly attempt: Attempt; readonly payment: CardPayment | BankPayment },
  sourceFingerprint: () => Uint8Array,
): DuplicateGuard | undefined {
  const direction = DIRECTIONS[attempt.transactionType];
  if (duplicateMinutes === 0 || direction === undefined || attempt.amount === 0) return undefined;
  const source = Buffer.from(sourceFingerprint()).toString("base64");
  const same = [direction, attempt.amount, source, ...orderNames(payment.details)];
  return {
    digest: hash("sha256", JSON.stringify(same), "buffer"),
    until: attempt.startedAt.add({ minutes: duplicateMinutes }),
    isOverridden: payment.allowsDuplicate === true,
  };
}

/** Variables in which merchants send an order or an invoice. All of them must be the same. */
function orderNames({ customId, orderId, invoiceEntry }: PaymentDetails): readonly unknown[] {
  return [customId ?? null, orderId ?? null, invoiceEntry ?? null];
}
