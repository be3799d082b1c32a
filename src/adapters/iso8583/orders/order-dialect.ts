/** What orders, advices and replies look like in a dialect. The delivered ones are 1987 and 1993. */
import type { CardOrder, CardOrderType, PlacedOrder } from "../../../ports/processor.ts";
import type { IsoMessage, MessageSpec } from "../codec/message-spec.ts";
import type { NetworkDialect } from "../connection/network-messages.ts";
import type { OrderContext } from "./order-context.ts";

export interface OrderDialect {
  readonly spec: MessageSpec;
  readonly network: NetworkDialect;
  /** The type of the message of an order, which a reversal names. */
  messageType(type: CardOrderType): string;
  /** Undefined: the host has no such order, for example in this currency. */
  orderMessage(order: CardOrder, context: OrderContext): IsoMessage | undefined;
  /** Reverses an order, whether or not it arrived. Undefined: as for orders. */
  reversalAdvice(order: PlacedOrder, context: OrderContext): IsoMessage | undefined;
  /** What the result code of a reply means. */
  readResult(reply: IsoMessage): ResultKind;
  /** Whether the host has taken note of a reversal, also if it did not know the order. */
  isAcknowledged(reply: IsoMessage): boolean;
}

export type ResultKind =
  | { readonly kind: "approved" | "partly_approved" }
  | { readonly kind: "declined"; readonly message: string }
  /** The host does not know itself. */
  | { readonly kind: "unknown" };
