/**
 * A card host that speaks ISO 8583. It has no inquiries: an order without a reply is reversed by an
 * advice, which is repeated until the host acknowledges it. Captures and reversals are repeated instead,
 * because the host takes them once.
 */
import type {
  CardOrder,
  ChargePage,
  PlacedOrder,
  Processor,
  ProcessorAnswer,
  Resolution,
} from "../../ports/processor.ts";
import { readReferenceTime } from "../../values/order-reference.ts";
import { systemClock } from "../system-clock.ts";
import type { IsoMessage } from "./codec/message-spec.ts";
import type { ConnectionSet } from "./connection/connection-set.ts";
import type { IsoReply } from "./connection/pending-replies.ts";
import { GivenUpOrders } from "./given-up-orders.ts";
import type { OrderContext } from "./orders/order-context.ts";
import type { OrderDialect } from "./orders/order-dialect.ts";
import { readTrace } from "./orders/order-trace.ts";
import { readRepeatReply, readReply } from "./orders/read-reply.ts";

/** For the log: why there is no answer, without any data of the order. */
export interface IsoHostFailure {
  readonly asked: "order" | "inquiry" | "reversal";
  readonly reference: string;
  readonly why: string;
}

export interface IsoProcessorNeeds {
  readonly dialect: OrderDialect;
  readonly acquirerId: string;
  /** How long a caller waits for an order. A late reply is accepted for the same time again. */
  readonly limitMs: number;
  readonly onTrouble: (trouble: IsoHostFailure) => void;
  /** Opens the connections. Replies that come too late are passed to the listener. */
  readonly connect: (onLateReply: (reply: IsoMessage) => void) => ConnectionSet;
}

/**
 * A host that does not know an order may still get it: the message can be on its way in a slow network.
 * After this time it cannot, and there is nothing to reverse.
 */
const ARRIVES_WITHIN_MS = 5 * 60_000;
/** Orders that the host takes once, however often they are sent. */
const REPEATABLE: ReadonlySet<string> = new Set(["CAPTURE", "REVERSAL"]);
const NO_NUMBERS = "the account has no merchant number at this card host";
const NOT_POSSIBLE = "the host takes no such order";
const REFUSED = "the host refused the reversal";
const NOT_THERE_YET = "the host does not have the order, which may still arrive";
const NOT_UNDERSTOOD = "the host sent a reply that is not valid for this order";

export class IsoProcessor implements Processor {
  readonly #needs: IsoProcessorNeeds;
  readonly #connections: ConnectionSet;
  readonly #givenUp: GivenUpOrders;

  constructor(needs: IsoProcessorNeeds) {
    this.#needs = needs;
    this.#givenUp = new GivenUpOrders(needs.dialect);
    this.#connections = needs.connect((reply) => this.#givenUp.hearReply(reply));
  }

  /** How many connections are signed on. */
  get ready(): number {
    return this.#connections.ready;
  }

  async submit(
    order: CardOrder,
    onLate: (answer: ProcessorAnswer) => void = () => {},
  ): Promise<ProcessorAnswer> {
    const message = await this.#writeOrder(order);
    if (typeof message === "string") return this.#refuse(order, message);
    // The reply counts until reconcile acts, after twice the limit.
    const reply = await this.#connections.request(message, 2 * this.#needs.limitMs);
    if (reply.kind === "silent" && !REPEATABLE.has(order.transactionType)) {
      this.#givenUp.remember(order, onLate);
    }
    if (reply.kind === "not_sent") return this.#refuse(order, reply.why);
    return this.#readAnswer("order", order, reply);
  }

  async resolvesByReversal({ transactionType }: PlacedOrder): Promise<boolean> {
    return !REPEATABLE.has(transactionType);
  }

  async resolve(order: PlacedOrder): Promise<Resolution> {
    return REPEATABLE.has(order.transactionType)
      ? this.#sendAgain(order)
      : { kind: "still_unknown" };
  }

  async reverse(order: PlacedOrder, isRepeat = false): Promise<"reversed" | "unknown"> {
    const { dialect, limitMs } = this.#needs;
    const context = await this.#context(order, true);
    if (context === undefined) return this.#report("reversal", order, NO_NUMBERS, "unknown");
    const advice = dialect.reversalAdvice(order, context);
    if (advice === undefined) return this.#report("reversal", order, NOT_POSSIBLE, "unknown");
    const reply = await this.#connections.request(isRepeat ? toRepeat(advice) : advice, limitMs);
    if (reply.kind !== "said") return this.#report("reversal", order, reply.why, "unknown");
    const said = dialect.readAcknowledgment(reply.message);
    if (said === undefined) return this.#report("reversal", order, REFUSED, "unknown");
    if (said === "reversed" || hasArrivedIfEver(order)) return "reversed";
    return this.#report("reversal", order, NOT_THERE_YET, "unknown");
  }

  async listCharges(): Promise<ChargePage> {
    return { kind: "cannot_list" };
  }

  close(): Promise<void> {
    return this.#connections.close();
  }

  async #sendAgain(order: PlacedOrder): Promise<Resolution> {
    const again = { ...NOTHING_MORE, ...order };
    const message = await this.#writeOrder(again);
    if (typeof message === "string") {
      return this.#report("inquiry", order, message, { kind: "still_unknown" });
    }
    const reply = await this.#connections.request(toRepeat(message), this.#needs.limitMs);
    const answer = this.#readAnswer("inquiry", again, reply);
    const isKnown = answer.kind === "approved" || answer.kind === "declined";
    return isKnown ? answer : { kind: "still_unknown" };
  }

  /** Returns the reason if the order cannot be sent to this host. */
  async #writeOrder(order: CardOrder): Promise<IsoMessage | string> {
    const context = await this.#context(order, order.card === undefined);
    if (context === undefined) return NO_NUMBERS;
    return this.#needs.dialect.orderMessage(order, context) ?? NOT_POSSIBLE;
  }

  async #context(order: PlacedOrder, needsCard: boolean): Promise<OrderContext | undefined> {
    const { reference, merchant, original, openCard } = order;
    if (merchant === undefined) return undefined;
    const { acquirerId, dialect } = this.#needs;
    return {
      merchant,
      acquirerId,
      trace: readTrace(reference),
      original: original && {
        type: dialect.messageType(original.transactionType),
        trace: readTrace(original.reference),
      },
      card: needsCard ? await openCard?.().catch(() => undefined) : undefined,
    };
  }

  #readAnswer(asked: IsoHostFailure["asked"], order: CardOrder, reply: IsoReply): ProcessorAnswer {
    if (reply.kind !== "said") return this.#report(asked, order, reply.why, { kind: "unknown" });
    const read = asked === "order" ? readReply : readRepeatReply;
    const answer = read(this.#needs.dialect, order, reply.message);
    return answer.kind === "unknown" ? this.#report(asked, order, NOT_UNDERSTOOD, answer) : answer;
  }

  #refuse(order: CardOrder, why: string): ProcessorAnswer {
    return this.#report("order", order, why, { kind: "not_sent" });
  }

  #report<Answer>(
    asked: IsoHostFailure["asked"],
    { reference }: PlacedOrder,
    why: string,
    answer: Answer,
  ): Answer {
    this.#needs.onTrouble({ asked, reference, why });
    return answer;
  }
}

function hasArrivedIfEver({ reference }: PlacedOrder): boolean {
  const made = readReferenceTime(reference);
  return made.until(systemClock.wall()).total("milliseconds") > ARRIVES_WITHIN_MS;
}

/** A repeat of a capture or a reversal has nothing that an order to pay has. */
const NOTHING_MORE = {
  card: undefined,
  authorizationCode: undefined,
  allowsPartial: false,
  streetAddress: undefined,
  zip: undefined,
} as const;

/** A message that is sent again has the same fields and an odd type: 0221, 0401, 0421. */
export function toRepeat({ type, fields }: IsoMessage): IsoMessage {
  return { type: type.slice(0, -1) + String(Number(type.at(-1)) | 1), fields };
}
