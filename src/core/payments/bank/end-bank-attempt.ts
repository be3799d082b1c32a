/** Ends ACH attempts that nobody outside has to hear of. */
import type { PaymentOutcome } from "../answer.ts";
import type { Attempt } from "../attempts/attempt.ts";
import { finishAttempt, type Occasion } from "../conclude.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import { acceptedVerdict, NOT_REQUIRED, notBatchedVerdict, UNAVAILABLE } from "./bank-verdict.ts";

/** The entry was reserved before its file could take it: it only has to be written down. */
export function finishCanceledEntry(
  needs: PaymentNeeds,
  attempt: Attempt,
): Promise<PaymentOutcome> {
  return finishAttempt(needs, attempt, acceptedVerdict(attempt, "APPROVED"), "request");
}

/** A bank account that is only kept asks nobody, unless the request wants it verified. */
export async function finishStoredAccount(
  needs: PaymentNeeds,
  attempt: Attempt,
  occasion: Occasion,
): Promise<PaymentOutcome> {
  const isVerifying = await needs.banks.isVerifying(attempt.accountId);
  const verification = isVerifying ? NOT_REQUIRED : undefined;
  return finishAttempt(
    needs,
    attempt,
    { ...acceptedVerdict(attempt, "APPROVED"), verification },
    occasion,
  );
}

/** A crash left it. */
export async function endAbandonedBankAttempt(
  needs: PaymentNeeds,
  attempt: Attempt,
): Promise<void> {
  switch (attempt.transactionType) {
    case "SALE":
    case "CREDIT":
      return endAbandonedEntry(needs, attempt);
    case "STORE":
      return endAbandonedStore(needs, attempt);
    default:
      await finishAttempt(needs, attempt, acceptedVerdict(attempt, "APPROVED"), "reconcile");
  }
}

/** Without an account that verifies, nothing would have been asked. */
async function endAbandonedStore(needs: PaymentNeeds, attempt: Attempt): Promise<void> {
  const isAsking = attempt.note.isToBeVerified === true;
  const isUnheard = isAsking && (await needs.banks.isVerifying(attempt.accountId));
  if (isUnheard) await finishAttempt(needs, attempt, notBatchedVerdict(UNAVAILABLE), "reconcile");
  else await finishStoredAccount(needs, attempt, "reconcile");
}

/** Whether its bank account is good was never heard, so no file may take it. */
async function endAbandonedEntry(needs: PaymentNeeds, attempt: Attempt): Promise<void> {
  const isVerifying = await needs.banks.isVerifying(attempt.accountId);
  await finishAttempt(
    needs,
    attempt,
    notBatchedVerdict(isVerifying ? UNAVAILABLE : undefined),
    "reconcile",
  );
}
