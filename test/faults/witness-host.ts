/**
 * A card host with its own memory, outside of the database that loses commits. Its records prove what was
 * charged. It follows docs/card-host.md.
 */
import type { TestContext } from "node:test";
import { openReceiver, type Reply } from "../kit/receiver.ts";

export interface HostOrder {
  readonly reference: string;
  readonly accountId: string;
  readonly transactionId: string;
  readonly type: string;
  readonly amountCents: number;
  /** The order that it changes. */
  readonly originalReference: string | undefined;
  outcome: "approved" | "declined" | "reversed" | "never_arrived";
}

interface Asked {
  readonly reference: string;
  readonly account_id: string;
  readonly transaction_id: string;
  readonly transaction_type: string;
  readonly amount_cents: number;
  readonly original_reference?: string;
}

const SLOWEST_MS = 60;
/** One in this many orders is declined, approved with a lost answer, or lost. */
const ONE_IN = 20;

export class WitnessHost {
  readonly #orders = new Map<string, HostOrder>();
  url = "";

  static async open(t: TestContext): Promise<WitnessHost> {
    const host = new WitnessHost();
    const answer: Reply = (response, { path, body }) => {
      const asked = JSON.parse(body) as Asked;
      const isOrder = path.endsWith("/orders");
      if (isOrder && chooseFate(asked) === "order_lost") return response.destroy();
      const order = isOrder ? host.#take(asked) : host.#tell(asked, path.endsWith("/reversals"));
      if (isOrder && chooseFate(asked) === "answer_lost") return response.destroy();
      const { reference, outcome } = order;
      const words = {
        reference,
        outcome,
        authorization_code: authorizationCode(order),
        message: "NO",
      };
      setTimeout(() => response.end(JSON.stringify(words)), chooseDelay(asked, isOrder));
      return response;
    };
    const { url } = await openReceiver(t, answer, { forgets: true });
    host.url = url;
    return host;
  }

  get orders(): readonly HostOrder[] {
    return [...this.#orders.values()];
  }

  /** The first result of a reference is final. */
  #take(asked: Asked): HostOrder {
    const outcome = chooseFate(asked) === "declined" ? "declined" : "approved";
    return this.#known(asked, outcome);
  }

  #tell(asked: Asked, isReversal: boolean): HostOrder {
    const order = this.#known(asked, isReversal ? "reversed" : "never_arrived");
    if (isReversal) order.outcome = "reversed";
    return order;
  }

  #known(asked: Asked, outcome: HostOrder["outcome"]): HostOrder {
    const known = this.#orders.get(asked.reference);
    if (known !== undefined) return known;
    const order: HostOrder = {
      reference: asked.reference,
      accountId: asked.account_id,
      transactionId: asked.transaction_id,
      type: asked.transaction_type,
      amountCents: asked.amount_cents,
      originalReference: asked.original_reference,
      outcome,
    };
    this.#orders.set(asked.reference, order);
    return order;
  }
}

type Fate = "approved" | "declined" | "answer_lost" | "order_lost";

/** By the last digits of the reference, which are random. */
function chooseFate({ reference }: Asked): Fate {
  const fates: readonly Fate[] = ["declined", "answer_lost", "order_lost"];
  return fates[Number.parseInt(reference.slice(-4), 16) % ONE_IN] ?? "approved";
}

function authorizationCode({ reference }: HostOrder): string {
  return reference.slice(-6).toUpperCase();
}

function chooseDelay({ reference }: Asked, isOrder: boolean): number {
  return isOrder ? Number.parseInt(reference.slice(-6, -4), 16) % SLOWEST_MS : 0;
}
