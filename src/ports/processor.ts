/**
 * The card host as we wish it were, shaped after an ISO 8583 link: answers may be late or lost, and
 * a reversal is an advice that is repeated until the host has taken it. It never throws for network
 * trouble: it answers "unknown".
 */
import type { Cents } from "../values/money.ts";
import type { Secret } from "../values/secret.ts";

/** What an order was, for asking about it again. Never more than we may keep. */
export interface PlacedOrder {
  /** Ours, one per attempt; the host knows the order by it. */
  readonly reference: string;
  readonly accountId: string;
  readonly transactionId: string;
  readonly transactionType: CardOrderType;
  readonly amount: Cents;
  readonly currency: string;
}

export type CardOrderType =
  | "SALE"
  | "AUTHORIZATION"
  | "CAPTURE"
  | "REFUND"
  | "CREDIT"
  | "FORCE"
  | "REVERSAL";

export interface CardOrder extends PlacedOrder {
  /** Captures and reversals go by their original alone. */
  readonly card: OrderCard | undefined;
  /** The order that this one changes or gives back. */
  readonly original: { readonly reference: string } | undefined;
  /** Of a sale that was authorised by voice. */
  readonly authorizationCode: string | undefined;
  readonly allowsPartial: boolean;
  /** KEYED, SWIPED and so on: how the card was read, or that of the original. */
  readonly entryMode: string | undefined;
  readonly streetAddress: string | undefined;
  readonly zip: string | undefined;
}

export interface OrderCard {
  readonly number: Secret;
  readonly expiration: string;
  readonly verification: Secret | undefined;
}

export interface Approval {
  readonly kind: "approved";
  readonly message: string;
  readonly authorizationCode: string;
  /** Less than was asked for where a part was allowed. */
  readonly amount: Cents;
  readonly avsResponse?: string | undefined;
  readonly cvvResponse?: string | undefined;
}

/**
 * "not_sent" is a promise that no money can move; "unknown" is the honest word for a broken
 * connection or a late answer, and only asking again turns it into anything else.
 */
export type ProcessorAnswer =
  | Approval
  | { readonly kind: "declined"; readonly message: string }
  | { readonly kind: "not_sent" }
  | { readonly kind: "unknown" };

/** What asking again can tell. A host without look-up reverses the order and says so. */
export type Resolution =
  | Approval
  | { readonly kind: "declined"; readonly message: string }
  | { readonly kind: "never_arrived" }
  | { readonly kind: "reversed" }
  | { readonly kind: "still_unknown" };

export interface Processor {
  /** Once per reference, ever. */
  submit(order: CardOrder): Promise<ProcessorAnswer>;
  resolve(order: PlacedOrder): Promise<Resolution>;
  /** Undoes an order, whether or not it arrived. Said as often as it takes: it works once. */
  reverse(order: PlacedOrder): Promise<"reversed" | "unknown">;
}
