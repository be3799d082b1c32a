/**
 * Begins a credit that pays back an ACH sale. One commit locks the sale, reserves the amount and
 * stores the attempt, so concurrent credits never exceed the sale.
 */
import type { Cents } from "../../../values/money.ts";
import type { Account } from "../../accounts/account-store.ts";
import type { AttemptNote, NewAttempt } from "../attempts/attempt.ts";
import { rememberBegun } from "../attempts/begin.ts";
import { oldestIssuedId } from "../attempts/new-attempt.ts";
import type { Begun } from "../changes/change-store.ts";
import type { Judgment } from "../changes/judge-change.ts";
import type { Original } from "../changes/original.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { BankPayment } from "../payment-request.ts";
import type { TransactionState } from "../transaction.ts";
import type { PaidFromBank } from "./paid-from-bank.ts";

export interface TiedPayment {
  readonly account: Account;
  readonly payment: BankPayment;
  readonly source: Pick<PaidFromBank, "original">;
}

/** States in which the sale takes the customer's money. */
const TAKING: readonly TransactionState[] = ["pending", "settled"];

/**
 * A credit by the token of a sale pays that sale back, unless the account may send free credits.
 * Undefined: the payment is not tied to a sale.
 */
export function findTiedSale({ account, payment, source }: TiedPayment): string | undefined {
  const isFree = account.allowsCredit && account.allowsFreeCredit;
  return payment.type === "CREDIT" && !isFree ? source.original?.saleId : undefined;
}

export async function beginTiedCredit(
  needs: PaymentNeeds,
  claimed: NewAttempt,
  saleId: string,
): Promise<Begun> {
  const { attempt } = claimed;
  const begun = await needs.changes.start(
    {
      accountId: attempt.accountId,
      originalId: saleId,
      claimed,
      judge: (sale) => judgeTiedCredit(sale, attempt.amount),
      complete: (sale) => ({ ...claimed, attempt: tieToSale(attempt, sale) }),
    },
    oldestIssuedId(needs),
  );
  if (begun.kind === "begun") rememberBegun(needs, { ...claimed, attempt: begun.attempt });
  return begun;
}

export function takesMoney(state: TransactionState): boolean {
  return TAKING.includes(state);
}

/** A sale that was returned, canceled or declined took nothing, so nothing can be paid back. */
export function judgeTiedCredit(sale: Original, amount: Cents): Judgment {
  const isSale = sale.transactionType === "SALE" && sale.draft.tenderType === "ACH";
  if (!isSale) return { kind: "refused", why: "token_not_fit" };
  const left = takesMoney(sale.state) ? sale.amount - sale.refunded : 0;
  if (amount > left) return { kind: "refused", why: "invalid_refund_amount" };
  const refunded = (sale.refunded + amount) as Cents;
  return { kind: "allowed", reservation: { amount, state: sale.state, refunded } };
}

function tieToSale(attempt: NewAttempt["attempt"], sale: Original): NewAttempt["attempt"] {
  const note: AttemptNote = {
    ...attempt.note,
    draft: { ...attempt.note.draft, originalId: sale.id },
    priorState: sale.state,
  };
  return { ...attempt, originalId: sale.id, note };
}
