/**
 * The card host. Answers can be late or lost, as on an ISO 8583 connection, and a reversal is an
 * advice that is repeated until the host acknowledges it. An adapter never throws because of the
 * network: it answers "unknown".
 */
import type { Cents } from "../values/money.ts";
import type { Secret } from "../values/secret.ts";
import type { CardReadout, ChipAnswer } from "./card-readout.ts";
import type { CardOrderType, HostCharge } from "./host-charge.ts";

export type { CardOrderType } from "./host-charge.ts";

/** An order as it may be stored, for later inquiries. */
export interface PlacedOrder {
  /** Our reference, one per attempt. The host identifies the order by it. */
  readonly reference: string;
  readonly accountId: string;
  readonly transactionId: string;
  readonly transactionType: CardOrderType;
  readonly amount: Cents;
  readonly currency: string;
  /** The name of the card host that gets the order. Undefined: the one of the installation's settings. */
  readonly host?: string | undefined;
  /** The account's numbers at that host, if it has any. */
  readonly merchant?: HostMerchant | undefined;
  /** The order that this one captures, refunds or reverses. */
  readonly original?: OriginalOrder | undefined;
  /** How the card was read (KEYED, SWIPED, …), or how it was read for the original. */
  readonly entryMode?: string | undefined;
  /** Undefined: the payment has none, or is reversed. */
  readonly purchase?: PurchaseData | undefined;
  /** For hosts that want the card number in every message. Undefined: it is not stored (any more). */
  readonly openCard?: (() => Promise<OrderCard | undefined>) | undefined;
}

export interface OriginalOrder {
  readonly reference: string;
  readonly transactionType: CardOrderType;
}

/** What the acquirer gave the merchant. */
export interface HostMerchant {
  /** Up to 15 characters. */
  readonly merchantId: string;
  /** Up to 8 characters. */
  readonly terminalId: string;
  /** Four digits: the kind of business. */
  readonly categoryCode: string;
}

export interface CardOrder extends PlacedOrder {
  /** The interface that asked for it, for metrics only. Undefined: scheduled work. */
  readonly interfaceName?: string;
  /** Undefined for captures and reversals: they refer to their original. */
  readonly card: OrderCard | undefined;
  /** For a sale that was authorized by voice. */
  readonly authorizationCode: string | undefined;
  readonly allowsPartial: boolean;
  readonly streetAddress: string | undefined;
  readonly zip: string | undefined;
}

/** Level 2 and restaurant data, which the host passes on to the card network. */
export interface PurchaseData {
  /** Sales tax, as part of the amount. */
  readonly tax: Cents | undefined;
  /** The ZIP code that goods are sent to. */
  readonly destinationZip: string | undefined;
  readonly orderId: string | undefined;
  readonly merchantReference: string | undefined;
  /** Who served, in digits. */
  readonly serverId: string | undefined;
  /** The tip, as part of the amount. */
  readonly gratuity: Cents | undefined;
}

/** In memory only. */
export interface OrderCard extends CardReadout {
  readonly number: Secret;
  readonly expiration: string;
  readonly verification: Secret | undefined;
}

export interface Approval {
  readonly kind: "approved";
  readonly message: string;
  readonly authorizationCode: string;
  /** Less than the requested amount if a partial approval was allowed. */
  readonly amount: Cents;
  readonly avsResponse?: string | undefined;
  readonly cvvResponse?: string | undefined;
  readonly chip?: ChipAnswer | undefined;
}

export interface Decline {
  readonly kind: "declined";
  readonly message: string;
  /** Issuers answer the chip on declines, too. */
  readonly chip?: ChipAnswer | undefined;
}

/**
 * "not_sent" guarantees that no money can move. "unknown" means a broken connection or a late
 * answer; only an inquiry can resolve it.
 */
export type ProcessorAnswer =
  | Approval
  | Decline
  | { readonly kind: "not_sent" }
  | { readonly kind: "unknown" };

/** The result of an inquiry. "reversed": the host knows a reversal of the order. */
export type Resolution =
  | Approval
  | Decline
  | { readonly kind: "never_arrived" }
  | { readonly kind: "reversed" }
  | { readonly kind: "still_unknown" };

/** Wall time of the host: from the first instant until before the second. */
export interface ChargeRange {
  readonly from: Temporal.Instant;
  readonly to: Temporal.Instant;
}

/** "cannot_list": this host has no list. "unknown": it did not answer, and may be asked again. */
export type ChargePage =
  | {
      readonly kind: "listed";
      readonly charges: readonly HostCharge[];
      /** Where the next page begins. Undefined: this is the last page. */
      readonly next: string | undefined;
    }
  | { readonly kind: "cannot_list" }
  | { readonly kind: "unknown"; readonly why: string };

export interface Processor {
  /**
   * Called once per reference. Some hosts answer after "unknown" was returned: then `onLate` gets the
   * answer, at most once.
   */
  submit(order: CardOrder, onLate?: (answer: ProcessorAnswer) => void): Promise<ProcessorAnswer>;
  /**
   * Whether the host has no inquiry for this order, so that only a reversal resolves it. Before it is
   * reversed, nobody may end the payment as approved any more. Undefined: it never is so.
   */
  resolvesByReversal?(order: PlacedOrder): Promise<boolean>;
  /** Some hosts are told whether a question or a reversal of the order was sent before. */
  resolve(order: PlacedOrder, isRepeat?: boolean): Promise<Resolution>;
  /** Reverses an order, whether or not it arrived. Repeated calls reverse it once. */
  reverse(order: PlacedOrder, isRepeat?: boolean): Promise<"reversed" | "unknown">;
  /** Lists orders that the host approved and that were not reversed, in pages. Changes nothing. */
  listCharges(range: ChargeRange, after: string | undefined): Promise<ChargePage>;
}
