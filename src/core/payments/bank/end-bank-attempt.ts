/** Ends ACH attempts that nobody outside has to hear of. */
import type { PaymentOutcome } from "../answer.ts";
import type { Attempt } from "../attempts/attempt.ts";
import { finish } from "../conclude.ts";
import type { PaymentNeeds } from "../payment-needs.ts";
import { accepted, notBatched, UNAVAILABLE } from "./bank-verdict.ts";

/** The entry was reserved before its file could take it: it only has to be written down. */
export function takeOut(needs: PaymentNeeds, attempt: Attempt): Promise<PaymentOutcome> {
  return finish(needs, attempt, accepted(attempt, "APPROVED"), "request");
}

/** A crash left it. Whether its bank account is good was never heard, so no file may take it. */
export async function endLeftBehind(needs: PaymentNeeds, attempt: Attempt): Promise<void> {
  const { transactionType, accountId } = attempt;
  const isEntry = transactionType === "SALE" || transactionType === "CREDIT";
  const words = isEntry && (await needs.banks.isVerifying(accountId)) ? UNAVAILABLE : undefined;
  const verdict = isEntry ? notBatched(words) : accepted(attempt, "APPROVED");
  await finish(needs, attempt, verdict, "reconcile");
}
