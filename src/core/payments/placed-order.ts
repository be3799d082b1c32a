/** What the card host is told about an attempt. */
import type { CardOrderType, PlacedOrder } from "../../ports/processor.ts";
import type { Attempt } from "./attempts/attempt.ts";
import type { PaymentNeeds } from "./payment-needs.ts";
import { purchaseData } from "./purchase-data.ts";

/** For inquiries and reversals. It has no card data, only a way to get what the vault still has. */
export function placedOrder({ vault, clock }: PaymentNeeds, attempt: Attempt): PlacedOrder {
  const { accountId, transactionId, note } = attempt;
  const { originalReference: reference, originalType: transactionType = "AUTHORIZATION" } = note;
  const holderId = note.cardHolderId ?? note.draft.originalId ?? transactionId;
  return {
    ...orderBasics(attempt),
    original: reference === undefined ? undefined : { reference, transactionType },
    openCard: async () => {
      const card = await vault.openCard(accountId, holderId, clock.business());
      return card && { ...card, verification: undefined };
    },
  };
}

function orderBasics(attempt: Attempt) {
  const { draft, reverses, reversedType } = attempt.note;
  return {
    reference: reverses ?? attempt.attemptId,
    accountId: attempt.accountId,
    transactionId: attempt.transactionId,
    transactionType: (reversedType ?? attempt.transactionType) as CardOrderType,
    amount: attempt.amount,
    currency: draft.currency,
    host: draft.cardHost,
    merchant: draft.hostMerchant,
    entryMode: draft.entryMode,
    purchase: attempt.transactionType === "REVERSAL" ? undefined : purchaseData(draft),
  };
}
