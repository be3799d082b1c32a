/**
 * Finds the result of a payment by its id, for a caller that lost track of it. An unused id is
 * withdrawn first, so that "never begun" stays true.
 */
import type { Answer } from "./answer.ts";
import type { EarlierStore } from "./attempts/earlier-store.ts";
import type { IdStore } from "./ids/id-store.ts";

export type PaymentResult =
  | { readonly kind: "answered"; readonly answer: Answer }
  /** Still running, or its outcome is not known yet. */
  | { readonly kind: "open" }
  | { readonly kind: "never_begun" };

export interface PaymentResultNeeds {
  readonly earlier: EarlierStore;
  readonly issuedIds: Pick<IdStore, "withdrawId">;
}

export async function findPaymentResult(
  { earlier, issuedIds }: PaymentResultNeeds,
  accountId: string,
  transactionId: string,
): Promise<PaymentResult> {
  // A request that uses the id at this moment has committed when this statement returns.
  await issuedIds.withdrawId(accountId, transactionId);
  const found = await earlier.findEarlierAttempt({
    accountId,
    transactionId,
    attemptId: undefined,
  });
  if (found === undefined) return { kind: "never_begun" };
  return found.answer === undefined ? { kind: "open" } : { kind: "answered", answer: found.answer };
}
