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
  /** What the reply to a reversal says. Undefined: the host refused it. */
  readAcknowledgment(reply: IsoMessage): Acknowledgment | undefined;
}

/** "nothing_to_reverse": the host has no such order, or not yet. */
export type Acknowledgment = "reversed" | "nothing_to_reverse";

export type ResultKind =
  | { readonly kind: "approved" | "partly_approved" }
  | { readonly kind: "declined"; readonly message: string }
  /** The host had the message before. */
  | { readonly kind: "duplicate" }
  /** The host does not know itself. */
  | { readonly kind: "unknown" };
