/**
 * Orders whose reply did not come in time. If it comes after all, whoever sent the order is told, on
 * whatever connection the reply arrives.
 */
import type { CardOrder, ProcessorAnswer } from "../../ports/processor.ts";
import type { IsoMessage } from "./codec/message-spec.ts";
import { responseType } from "./connection/pending-replies.ts";
import type { OrderDialect } from "./orders/order-dialect.ts";
import { readTrace } from "./orders/order-trace.ts";
import { type AskedOrder, readReply } from "./orders/read-reply.ts";

interface GivenUp {
  /** Without the card, which must not stay in memory. */
  readonly order: AskedOrder;
  readonly onLate: (answer: ProcessorAnswer) => void;
}

const REFERENCE = 37;
/** The oldest are forgotten first. */
const REMEMBERED_MAX = 10_000;

export class GivenUpOrders {
  readonly #dialect: OrderDialect;
  readonly #orders = new Map<string, GivenUp>();

  constructor(dialect: OrderDialect) {
    this.#dialect = dialect;
  }

  remember(order: CardOrder, onLate: GivenUp["onLate"]): void {
    const { amount, allowsPartial, transactionType } = order;
    const asked = { amount, allowsPartial, transactionType };
    this.#orders.set(this.#key(order), { order: asked, onLate });
    const [oldest] = this.#orders.keys();
    if (this.#orders.size > REMEMBERED_MAX && oldest !== undefined) this.#orders.delete(oldest);
  }

  /** A reply to no such order, or a second one, changes nothing. */
  hearReply(reply: IsoMessage): void {
    const key = `${reply.type} ${String(reply.fields.get(REFERENCE) ?? "").trim()}`;
    const givenUp = this.#orders.get(key);
    if (givenUp === undefined) return;
    this.#orders.delete(key);
    givenUp.onLate(readReply(this.#dialect, givenUp.order, reply));
  }

  #key({ reference, transactionType }: CardOrder): string {
    const type = responseType(this.#dialect.messageType(transactionType));
    return `${type} ${readTrace(reference).retrievalReference}`;
  }
}
