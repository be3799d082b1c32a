/**
 * A card host on this machine that behaves as docs/card-host.md requires: it executes an order
 * once, and never executes one that it has called unknown or has reversed.
 */
import type { CardOrder } from "../../src/ports/processor.ts";
import type { Cents } from "../../src/values/money.ts";
import { Secret } from "../../src/values/secret.ts";
import { openReceiver, type Receiver, type Reply } from "./receiver.ts";
import type { Lifetime } from "./shared.ts";

/** A sale of 12.34 with a published test card. */
export const ORDER: CardOrder = {
  reference: "0198f0a0-0000-7000-8000-00000000a5c1",
  accountId: "120000000001",
  transactionId: "323000000001",
  transactionType: "SALE",
  amount: 1_234 as Cents,
  currency: "USD",
  card: {
    number: new Secret("4111111111111111"),
    expiration: "1230",
    verification: new Secret("123"),
  },
  original: undefined,
  authorizationCode: undefined,
  allowsPartial: false,
  entryMode: "KEYED",
  streetAddress: "1 Main Street",
  zip: "10001",
};

export type Words = Readonly<Record<string, unknown>>;

export interface TestCardHost extends Receiver {
  readonly url: string;
  /** Requests by path: orders, inquiries, reversals. */
  asked(path: string): readonly Words[];
}

type Decide = (order: Words) => Words | undefined;

const APPROVED = { outcome: "approved", authorization_code: "OK1234" };

/**
 * `decide` returns the answer to an order. Undefined: the order is executed and its answer is lost.
 */
export async function openCardHost(
  t: Lifetime,
  decide: Decide = () => APPROVED,
): Promise<TestCardHost> {
  const book = new OrderBook(decide);
  const reply: Reply = (response, { path, body }) => {
    const order = JSON.parse(body) as Words;
    const words = book.answer(path.split("/").at(-1), order);
    if (words === undefined) response.destroy();
    else response.end(JSON.stringify({ reference: order["reference"], ...words }));
  };
  const receiver = await openReceiver(t, reply);
  const asked = (path: string) =>
    receiver.arrivals
      .filter((arrival) => arrival.path === `/hook/${path}`)
      .map(({ body }) => JSON.parse(body) as Words);
  return { ...receiver, asked };
}

/** The known orders, by reference. */
class OrderBook {
  readonly #decide: Decide;
  readonly #known = new Map<unknown, Words>();

  constructor(decide: Decide) {
    this.#decide = decide;
  }

  /** Undefined: the answer is lost. */
  answer(asked: string | undefined, order: Words): Words | undefined {
    const { reference } = order;
    if (asked === "orders") return this.#take(order);
    if (asked === "reversals") this.#known.set(reference, { outcome: "reversed" });
    const known = this.#known.get(reference) ?? { outcome: "never_arrived" };
    this.#known.set(reference, known);
    return known;
  }

  #take(order: Words): Words | undefined {
    const known = this.#known.get(order["reference"]);
    if (known !== undefined) return known;
    const words = this.#decide(order);
    this.#known.set(order["reference"], words ?? APPROVED);
    return words;
  }
}
