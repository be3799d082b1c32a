/** Ends ACH attempts that nobody outside has to hear of. */
import type { PaymentOutcome } from "../answer.ts";
import type { Attempt } from "../attempts/attempt.ts";
import { finishAttempt, type Occasion } from "../conclude.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import { accepted, NOT_REQUIRED, notBatched, UNAVAILABLE } from "./bank-verdict.ts";

/** The entry was reserved before its file could take it: it only has to be written down. */
export function takeOut(needs: PaymentNeeds, attempt: Attempt): Promise<PaymentOutcome> {
  return finishAttempt(needs, attempt, accepted(attempt, "APPROVED"), "request");
}

/** A bank account that is only kept asks nobody, unless the request wants it verified. */
export async function keepOnly(
  needs: PaymentNeeds,
  attempt: Attempt,
  occasion: Occasion,
): Promise<PaymentOutcome> {
  const isVerifying = await needs.banks.isVerifying(attempt.accountId);
  const verification = isVerifying ? NOT_REQUIRED : undefined;
  return finishAttempt(
    needs,
    attempt,
    { ...accepted(attempt, "APPROVED"), verification },
    occasion,
  );
}

/** A crash left it. */
export async function endLeftBehind(needs: PaymentNeeds, attempt: Attempt): Promise<void> {
  switch (attempt.transactionType) {
    case "SALE":
    case "CREDIT":
      return endUnverified(needs, attempt);
    case "STORE":
      return endKept(needs, attempt);
    default:
      await finishAttempt(needs, attempt, accepted(attempt, "APPROVED"), "reconcile");
  }
}

/** Without an account that verifies, nothing would have been asked. */
async function endKept(needs: PaymentNeeds, attempt: Attempt): Promise<void> {
  const isAsking = attempt.note.isToBeVerified === true;
  const isUnheard = isAsking && (await needs.banks.isVerifying(attempt.accountId));
  if (isUnheard) await finishAttempt(needs, attempt, notBatched(UNAVAILABLE), "reconcile");
  else await keepOnly(needs, attempt, "reconcile");
}

/** Whether its bank account is good was never heard, so no file may take it. */
async function endUnverified(needs: PaymentNeeds, attempt: Attempt): Promise<void> {
  const isVerifying = await needs.banks.isVerifying(attempt.accountId);
  await finishAttempt(
    needs,
    attempt,
    notBatched(isVerifying ? UNAVAILABLE : undefined),
    "reconcile",
  );
}
