/** Ends ACH attempts without asking anyone outside. */
import type { PaymentOutcome } from "../answer.ts";
import type { Attempt } from "../attempts/attempt.ts";
import { finishAttempt, type Occasion } from "../conclude.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import type { BankRefusal } from "./bank-refusal.ts";
import { acceptedVerdict, NOT_REQUIRED, notBatchedVerdict, UNAVAILABLE } from "./bank-verdict.ts";

/** The entry was reserved before a file could include it, so the change only has to be stored. */
export function finishCanceledEntry(
  needs: PaymentNeeds,
  attempt: Attempt,
): Promise<PaymentOutcome> {
  return finishAttempt(needs, attempt, acceptedVerdict(attempt, "APPROVED"), "request");
}

/** Stores a bank account without asking the verification provider. */
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

/** Because of an earlier return. The answer is the one of a failed verification. */
export async function finishRefusedEntry(
  needs: PaymentNeeds,
  attempt: Attempt,
  { reason, detail }: BankRefusal,
): Promise<PaymentOutcome> {
  const isVerifying = await needs.banks.isVerifying(attempt.accountId);
  const refusal = { isPassed: false, message: reason };
  const verdict = notBatchedVerdict(isVerifying ? refusal : undefined);
  return finishAttempt(needs, attempt, { ...verdict, detail }, "request");
}

/** For an attempt whose process crashed. */
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

/** If the request wanted a verification, its result was lost: the bank account is not accepted. */
async function endAbandonedStore(needs: PaymentNeeds, attempt: Attempt): Promise<void> {
  const wantsVerification = attempt.note.isToBeVerified === true;
  const isUnanswered = wantsVerification && (await needs.banks.isVerifying(attempt.accountId));
  if (isUnanswered)
    await finishAttempt(needs, attempt, notBatchedVerdict(UNAVAILABLE), "reconcile");
  else await finishStoredAccount(needs, attempt, "reconcile");
}

/** The result of the verification was lost, so no file may include the entry. */
async function endAbandonedEntry(needs: PaymentNeeds, attempt: Attempt): Promise<void> {
  const isVerifying = await needs.banks.isVerifying(attempt.accountId);
  await finishAttempt(
    needs,
    attempt,
    notBatchedVerdict(isVerifying ? UNAVAILABLE : undefined),
    "reconcile",
  );
}
