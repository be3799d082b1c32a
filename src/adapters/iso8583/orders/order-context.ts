/** What an ISO 8583 message needs besides the order: the merchant's numbers at the host, and a trace. */
import type { OrderTrace } from "./order-trace.ts";

export interface HostMerchant {
  /** Up to 15 characters, given by the acquirer. */
  readonly merchantId: string;
  /** Up to 8 characters. */
  readonly terminalId: string;
  /** Four digits: the kind of business. */
  readonly categoryCode: string;
}

export interface OrderContext {
  readonly merchant: HostMerchant;
  /** Up to 11 digits. */
  readonly acquirerId: string;
  readonly trace: OrderTrace;
  /** For captures, refunds and reversals: the message that they refer to. */
  readonly original?: OriginalMessage | undefined;
}

export interface OriginalMessage {
  readonly type: string;
  readonly trace: OrderTrace;
}
