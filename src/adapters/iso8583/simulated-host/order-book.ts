/**
 * What the simulated host has done, by retrieval reference. It takes an order once, and remembers
 * reversals of orders that it has not seen.
 */

export interface BookedOrder {
  readonly code: string;
  readonly amount: number;
  readonly authorizationCode: string | undefined;
}

/** The oldest are forgotten first. */
const REMEMBERED_MAX = 100_000;

export class OrderBook {
  readonly #orders = new Map<string, BookedOrder>();
  readonly #reversed = new Map<string, true>();

  /** The result of the first message with this reference. */
  book(reference: string, decide: () => BookedOrder): BookedOrder {
    const known = this.#orders.get(reference);
    if (known !== undefined) return known;
    const order = decide();
    remember(this.#orders, reference, order);
    return order;
  }

  reverse(reference: string): void {
    remember(this.#reversed, reference, true);
  }

  isReversed(reference: string): boolean {
    return this.#reversed.has(reference);
  }
}

function remember<Value>(map: Map<string, Value>, reference: string, value: Value): void {
  map.set(reference, value);
  const [oldest] = map.keys();
  if (map.size > REMEMBERED_MAX && oldest !== undefined) map.delete(oldest);
}
