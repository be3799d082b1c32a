/**
 * A card host with JSON over HTTP: orders, inquiries, reversals and lists of charges, as in
 * docs/card-host.md. An answer that is not understood counts as unknown.
 */
import type {
  CardOrder,
  ChargePage,
  ChargeRange,
  PlacedOrder,
  Processor,
  ProcessorAnswer,
  Resolution,
} from "../../ports/processor.ts";
import { CardHostClient, type CardHostClientNeeds, type HostReply } from "./card-host-client.ts";
import { orderBody, placedBody } from "./order-body.ts";
import { isReversed, readAnswer, readResolution } from "./read-answer.ts";
import { chargesBody, readCharges } from "./read-charges.ts";

/** For the log: why there is no answer, without any data of the request or the answer. */
export interface CardHostFailure {
  readonly asked: "order" | "inquiry" | "reversal";
  readonly reference: string;
  readonly why: string;
}

export interface HttpProcessorNeeds extends CardHostClientNeeds {
  /** How long a caller waits for an order. A late answer is accepted for the same time again. */
  readonly limitMs: number;
  readonly onTrouble?: (trouble: CardHostFailure) => void;
}

const NOT_UNDERSTOOD = "the host sent an answer that is not valid for this request";
/** How a host answers that has no list of charges. */
const NOT_OFFERED = [404, 405, 501];
const PATHS = { order: "orders", inquiry: "inquiries", reversal: "reversals" } as const;

export class HttpProcessor implements Processor {
  readonly #client: CardHostClient;
  readonly #limitMs: number;
  readonly #onTrouble: (trouble: CardHostFailure) => void;

  constructor(needs: HttpProcessorNeeds) {
    this.#client = new CardHostClient(needs);
    this.#limitMs = needs.limitMs;
    this.#onTrouble = needs.onTrouble ?? (() => {});
  }

  async submit(order: CardOrder): Promise<ProcessorAnswer> {
    const reply = await this.#ask("order", order.reference, orderBody(order));
    const answer = this.#readReply("order", order, reply, (body) => readAnswer(order, body));
    if (answer !== undefined) return answer;
    return { kind: reply.kind === "not_sent" ? "not_sent" : "unknown" };
  }

  async resolve(order: PlacedOrder): Promise<Resolution> {
    const reply = await this.#ask("inquiry", order.reference, placedBody(order));
    const answer = this.#readReply("inquiry", order, reply, (body) => readResolution(order, body));
    return answer ?? { kind: "still_unknown" };
  }

  async reverse(order: PlacedOrder): Promise<"reversed" | "unknown"> {
    const reply = await this.#ask("reversal", order.reference, placedBody(order));
    const answer = this.#readReply("reversal", order, reply, (body) =>
      isReversed(order, body) ? "reversed" : undefined,
    );
    return answer ?? "unknown";
  }

  async listCharges(range: ChargeRange, after: string | undefined): Promise<ChargePage> {
    const body = chargesBody(range, after);
    const reply = await this.#client.post({ path: "charges", body, limitMs: this.#limitMs });
    if (reply.kind === "said") {
      return readCharges(reply.body) ?? { kind: "unknown", why: NOT_UNDERSTOOD };
    }
    const status = reply.kind === "silent" ? reply.status : undefined;
    if (status !== undefined && NOT_OFFERED.includes(status)) return { kind: "cannot_list" };
    return { kind: "unknown", why: reply.why };
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  #ask(asked: CardHostFailure["asked"], reference: string, body: string): Promise<HostReply> {
    // The answer to an order counts until reconcile asks, after twice the limit.
    const limitMs = asked === "order" ? 2 * this.#limitMs : this.#limitMs;
    return this.#client.post({ path: PATHS[asked], reference, body, limitMs });
  }

  #readReply<Answer>(
    asked: CardHostFailure["asked"],
    { reference }: PlacedOrder,
    reply: HostReply,
    read: (body: Extract<HostReply, { kind: "said" }>["body"]) => Answer | undefined,
  ): Answer | undefined {
    const answer = reply.kind === "said" ? read(reply.body) : undefined;
    if (answer !== undefined) return answer;
    this.#onTrouble({ asked, reference, why: reply.kind === "said" ? NOT_UNDERSTOOD : reply.why });
    return undefined;
  }
}
