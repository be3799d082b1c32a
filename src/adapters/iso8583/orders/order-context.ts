/** What an ISO 8583 message needs besides the order: the merchant's numbers at the host, and a trace. */
import type { HostMerchant, OrderCard } from "../../../ports/processor.ts";
import type { OrderTrace } from "./order-trace.ts";

export interface OrderContext {
  readonly merchant: HostMerchant;
  /** Up to 11 digits. */
  readonly acquirerId: string;
  readonly trace: OrderTrace;
  /** For captures, refunds and reversals: the message that they refer to. */
  readonly original?: OriginalMessage | undefined;
  /** The stored card, for messages whose order has none. */
  readonly card?: OrderCard | undefined;
}

export interface OriginalMessage {
  readonly type: string;
  readonly trace: OrderTrace;
}
