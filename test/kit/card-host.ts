/**
 * A card host on this machine that keeps what docs/card-host.md asks it to promise: an order is done
 * once, and one that was called never arrived or reversed is done no more.
 */
import type { TestContext } from "node:test";
import { openReceiver, type Receiver, type Reply } from "./receiver.ts";

export type Words = Readonly<Record<string, unknown>>;

export interface TestCardHost extends Receiver {
  readonly url: string;
  /** By path: orders, inquiries, reversals. */
  asked(path: string): readonly Words[];
}

type Decide = (order: Words) => Words | undefined;

const APPROVED = { outcome: "approved", authorization_code: "OK1234" };

/** `decide` gives the words of an answer; undefined: the order is taken, and its answer lost. */
export async function openCardHost(
  t: TestContext,
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

/** What is known of each order, by its reference. */
class OrderBook {
  readonly #decide: Decide;
  readonly #known = new Map<unknown, Words>();

  constructor(decide: Decide) {
    this.#decide = decide;
  }

  /** Undefined: the answer is lost on the way. */
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
