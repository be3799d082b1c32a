/**
 * Level 2 and restaurant data of a payment: what the card host gets, what a change inherits, and which
 * tax and gratuity fit into an amount.
 */
import type { PurchaseData } from "../../ports/processor.ts";
import type { Cents } from "../../values/money.ts";
import type { Refusal } from "./answer.ts";
import { type DraftTransaction, type PaymentDetails, presentValues } from "./payment-details.ts";
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

function hasPurchaseData(draft: DraftTransaction): boolean {
  return PURCHASE_VALUES.some((value) => draft[value] !== undefined);
}

export type Parts = Pick<PaymentDetails, "taxCents" | "gratuityCents">;

const NO_PARTS: Parts = { taxCents: undefined, gratuityCents: undefined };

/** Tax and gratuity are part of the amount. Undefined: those that were sent fit into it. */
export function partsRefusal(sent: Parts, amount: Cents): Refusal | undefined {
  if (sumParts(sent) <= amount) return undefined;
  return sent.taxCents === undefined ? "gratuity_not_fit" : "tax_not_fit";
}

/** The parts that fit into an amount: the tax first, then the gratuity beside it. */
export function fittingParts({ taxCents, gratuityCents }: Parts, amount: number): Parts {
  const tax = taxCents !== undefined && taxCents <= amount ? taxCents : undefined;
  const isGratuityKept = gratuityCents !== undefined && (tax ?? 0) + gratuityCents <= amount;
  return { taxCents: tax, gratuityCents: isGratuityKept ? gratuityCents : undefined };
}

interface ChangedParts {
  readonly sent: Parts;
  readonly original: Parts;
  readonly amount: Cents;
}

/**
 * Tax and gratuity of the original are parts of its amount, so a refund or reversal does not take them.
 * A capture does, if they fit beside those that it sends: card networks want them with the amount that is
 * settled.
 */
export function changedParts(
  type: TransactionType,
  { sent, original, amount }: ChangedParts,
): Parts {
  const inherited = {
    taxCents: sent.taxCents === undefined ? original.taxCents : undefined,
    gratuityCents: sent.gratuityCents === undefined ? original.gratuityCents : undefined,
  };
  const kept = type === "CAPTURE" ? fittingParts(inherited, amount - sumParts(sent)) : NO_PARTS;
  return { ...kept, ...presentValues(pickParts(sent)) };
}

/** Of a request that moves no money, whatever amount was sent with it. */
export function withoutParts(details: PaymentDetails): PaymentDetails {
  return { ...details, ...NO_PARTS };
}

function pickParts({ taxCents, gratuityCents }: Parts): Parts {
  return { taxCents, gratuityCents };
}

function sumParts({ taxCents = 0, gratuityCents = 0 }: Parts): number {
  return taxCents + gratuityCents;
}
