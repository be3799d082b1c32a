/** Level 2 and restaurant data of a payment: what the card host gets, and what a change inherits. */
import type { PurchaseData } from "../../ports/processor.ts";
import type { Cents } from "../../values/money.ts";
import type { DraftTransaction } from "./payment-details.ts";
import type { TransactionType } from "./transaction.ts";
import { PURCHASE_VALUES } from "./transaction-columns-sql.ts";

/** Undefined, as for most payments: there is nothing to send. */
export function purchaseData(draft: DraftTransaction): PurchaseData | undefined {
  if (!hasPurchaseData(draft)) return undefined;
  return {
    tax: draft.taxCents as Cents | undefined,
    destinationZip: draft.destinationZip,
    orderId: draft.orderId,
    merchantReference: draft.merchantReference,
    serverId: draft.serverId,
    gratuity: draft.gratuityCents as Cents | undefined,
  };
}

export function hasPurchaseData(draft: DraftTransaction): boolean {
  return PURCHASE_VALUES.some((value) => draft[value] !== undefined);
}

type Parts = Pick<DraftTransaction, "taxCents" | "gratuityCents">;

/**
 * Tax and gratuity of the original are parts of its amount, so a refund or reversal does not take them.
 * A capture does: card networks want them with the amount that is settled.
 */
export function inheritedPurchase(type: TransactionType, original: Parts): Parts {
  if (type !== "CAPTURE") return { taxCents: undefined, gratuityCents: undefined };
  const { taxCents, gratuityCents } = original;
  return { taxCents, gratuityCents };
}
