/** Holds a credit above the account's limit until an operator has approved it. */

import type { Account } from "../accounts/account-store.ts";
import type { CreditDetails } from "../approvals/approval.ts";
import type { PaymentOutcome } from "./answer.ts";
import type { NewAttempt } from "./attempts/attempt.ts";
import { oldestIssuedId } from "./attempts/new-attempt.ts";
import { answerRepetition } from "./attempts/repeat.ts";
import type { PaymentNeeds } from "./payment-needs.ts";

interface StandaloneCredit extends Pick<CreditDetails, "tender" | "last4"> {
  readonly account: Account;
  readonly claimed: NewAttempt;
  fingerprint(): Uint8Array;
}

export function needsApproval(
  { creditApprovalCents }: Account,
  { type, amount }: { readonly type: string; readonly amount: number },
): boolean {
  return type === "CREDIT" && creditApprovalCents !== undefined && amount > creditApprovalCents;
}

/**
 * Undefined: it was approved and may begin. An approval is used up even if it then cannot begin, so it
 * never pays twice. A repetition gets its first answer and needs no approval.
 */
export async function holdCredit(
  needs: PaymentNeeds,
  { account, claimed, tender, last4, fingerprint }: StandaloneCredit,
): Promise<PaymentOutcome | undefined> {
  const { claim, attempt } = claimed;
  if (claim.isIssuedId || claim.keyDigest !== undefined) {
    const start = await needs.changes.refuseNew(claimed, "credit_held", oldestIssuedId(needs));
    if (start.kind === "not_first") return answerRepetition(needs, claimed);
    if (start.kind === "refused" && start.why !== "credit_held") return start;
  }
  const isApproved = await needs.creditApprovals.spendOrRequest({
    accountId: account.id,
    fingerprint: fingerprint(),
    amountCents: attempt.amount,
    currency: account.currency,
    tender,
    last4,
    cashier: attempt.note.draft.cashier,
  });
  return isApproved ? undefined : { kind: "refused", why: "credit_held" };
}
