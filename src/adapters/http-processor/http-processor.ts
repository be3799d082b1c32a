/**
 * A card host that is asked with JSON over HTTP: orders, questions what became of one, and reversals,
 * as docs/card-host.md describes them. What was not understood is unknown, never a guess.
 */
import type {
  CardOrder,
  PlacedOrder,
  Processor,
  ProcessorAnswer,
  Resolution,
} from "../../ports/processor.ts";
import { CardHostClient, type CardHostClientNeeds, type HostReply } from "./host-line.ts";
import { orderBody, placedBody } from "./order-body.ts";
import { isReversed, readAnswer, readResolution } from "./read-answer.ts";

/** For the log: what kept us from knowing, without a word of what was sent or said. */
export interface CardHostFailure {
  readonly asked: "order" | "inquiry" | "reversal";
  readonly reference: string;
  readonly why: string;
}

export interface HttpProcessorNeeds extends CardHostClientNeeds {
  /** How long a caller waits for an order; the answer may still come for as long again. */
  readonly limitMs: number;
  readonly onTrouble?: (trouble: CardHostFailure) => void;
}

const STRANGE = "it said something that is no answer to this";
const PATHS = { order: "orders", inquiry: "inquiries", reversal: "reversals" } as const;

export class HttpProcessor implements Processor {
  readonly #line: CardHostClient;
  readonly #limitMs: number;
  readonly #onTrouble: (trouble: CardHostFailure) => void;

  constructor(needs: HttpProcessorNeeds) {
    this.#line = new CardHostClient(needs);
    this.#limitMs = needs.limitMs;
    this.#onTrouble = needs.onTrouble ?? (() => {});
  }

  async submit(order: CardOrder): Promise<ProcessorAnswer> {
    const heard = await this.#ask("order", order.reference, orderBody(order));
    const answer = this.#understand("order", order, heard, (body) => readAnswer(order, body));
    if (answer !== undefined) return answer;
    return { kind: heard.kind === "not_sent" ? "not_sent" : "unknown" };
  }

  async resolve(order: PlacedOrder): Promise<Resolution> {
    const heard = await this.#ask("inquiry", order.reference, placedBody(order));
    const answer = this.#understand("inquiry", order, heard, (body) => readResolution(order, body));
    return answer ?? { kind: "still_unknown" };
  }

  async reverse(order: PlacedOrder): Promise<"reversed" | "unknown"> {
    const heard = await this.#ask("reversal", order.reference, placedBody(order));
    const answer = this.#understand("reversal", order, heard, (body) =>
      isReversed(order, body) ? "reversed" : undefined,
    );
    return answer ?? "unknown";
  }

  close(): Promise<void> {
    return this.#line.close();
  }

  #ask(asked: CardHostFailure["asked"], reference: string, body: string): Promise<HostReply> {
    // An order's answer counts until somebody asks again, after twice the limit.
    const limitMs = asked === "order" ? 2 * this.#limitMs : this.#limitMs;
    return this.#line.ask({ path: PATHS[asked], reference, body, limitMs });
  }

  #understand<Answer>(
    asked: CardHostFailure["asked"],
    { reference }: PlacedOrder,
    heard: HostReply,
    read: (body: Extract<HostReply, { kind: "said" }>["body"]) => Answer | undefined,
  ): Answer | undefined {
    const answer = heard.kind === "said" ? read(heard.body) : undefined;
    if (answer !== undefined) return answer;
    this.#onTrouble({ asked, reference, why: heard.kind === "said" ? STRANGE : heard.why });
    return undefined;
  }
}
