/**
 * A card host that answers by the amount, as seed/certification.json says, and remembers what it
 * was asked. Its database is its line to us: where that fails, the answer is unknown. Only
 * certification has it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../db/database.ts";
import type {
  CardOrder,
  PlacedOrder,
  Processor,
  ProcessorAnswer,
  Resolution,
} from "../ports/processor.ts";
import { decide, orderDelivery } from "./card-simulator/decision.ts";
import { isStatementError, OrderMemory, REVERSED } from "./card-simulator/order-memory.ts";

const SLOW_MS = 3_000;

export class CardSimulator implements Processor {
  readonly #memory: OrderMemory;
  readonly #pause: (ms: number) => Promise<unknown>;

  constructor(db: Database, pause: (ms: number) => Promise<unknown> = sleep) {
    this.#memory = new OrderMemory(db);
    this.#pause = pause;
  }

  async submit(order: CardOrder): Promise<ProcessorAnswer> {
    const delivery = orderDelivery(order);
    if (delivery === "not_reachable" || this.#memory.isFull) return { kind: "not_sent" };
    if (delivery === "order_lost") return { kind: "unknown" };
    const answer = await orWhenUnreachable<ProcessorAnswer>(() => this.#take(order), {
      kind: "unknown",
    });
    // What takes long is the answer: the host has decided, and knows so when it is asked.
    if (delivery === "slow") await this.#pause(SLOW_MS);
    return delivery === "answer_lost" ? { kind: "unknown" } : answer;
  }

  resolve({ reference }: PlacedOrder): Promise<Resolution> {
    return orWhenUnreachable<Resolution>(() => this.#lookUp(reference), { kind: "still_unknown" });
  }

  reverse(order: PlacedOrder): Promise<"reversed" | "unknown"> {
    return orWhenUnreachable<"reversed" | "unknown">(async () => {
      await this.#memory.reverse(order);
      return "reversed";
    }, "unknown");
  }

  async #take(order: CardOrder): Promise<ProcessorAnswer> {
    const { decision, isReversed } = await this.#memory.remember(order, decide(order));
    return isReversed ? REVERSED : decision;
  }

  async #lookUp(reference: string): Promise<Resolution> {
    const recalled = await this.#memory.recall(reference);
    if (recalled === undefined) return { kind: "never_arrived" };
    return recalled.isReversed ? { kind: "reversed" } : recalled.decision;
  }
}

async function orWhenUnreachable<Answer>(
  ask: () => Promise<Answer>,
  silence: Answer,
): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (isStatementError(error)) throw error;
    return silence;
  }
}
