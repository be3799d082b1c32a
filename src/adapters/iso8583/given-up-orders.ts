/**
 * Orders whose reply did not come in time. If it comes after all and is an approval, the order must be
 * reversed, although its payment may have ended already.
 */
import type { CardOrder, PlacedOrder } from "../../ports/processor.ts";
import { readTrace } from "./orders/order-trace.ts";

/** The oldest are forgotten first. Their payments are reversed by reconciliation as well. */
const REMEMBERED_MAX = 10_000;

export class GivenUpOrders {
  readonly #orders = new Map<string, PlacedOrder>();

  /** Without the card, which must not stay in memory. */
  remember({ card: _card, ...order }: CardOrder): void {
    this.#orders.set(readTrace(order.reference).retrievalReference, order);
    const [oldest] = this.#orders.keys();
    if (this.#orders.size > REMEMBERED_MAX && oldest !== undefined) this.#orders.delete(oldest);
  }

  /** Undefined: unknown, or taken before. */
  take(retrievalReference: string): PlacedOrder | undefined {
    const order = this.#orders.get(retrievalReference);
    this.#orders.delete(retrievalReference);
    return order;
  }
}
