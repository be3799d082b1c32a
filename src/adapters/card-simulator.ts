/**
 * A simulated card host for certification. It answers by amount, as in seed/certification.json, and
 * stores its orders. If its database fails, the answer is unknown.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../db/database.ts";
import type {
  CardOrder,
  ChargePage,
  ChargeRange,
  PlacedOrder,
  Processor,
  ProcessorAnswer,
  Resolution,
} from "../ports/processor.ts";
import { decide, orderDelivery } from "./card-simulator/decision.ts";
import { isStatementError, OrderMemory, REVERSED } from "./card-simulator/order-memory.ts";

const SLOW_MS = 3_000;
/** An inquiry was told that the order never arrived. */
const TOO_LATE = { kind: "declined", message: "TOO LATE" } as const;

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
    // Only the answer is slow: the order is already decided and stored.
    if (delivery === "slow") await this.#pause(SLOW_MS);
    return delivery === "answer_lost" ? { kind: "unknown" } : answer;
  }

  resolve(order: PlacedOrder): Promise<Resolution> {
    return orWhenUnreachable<Resolution>(() => this.#lookUp(order), { kind: "still_unknown" });
  }

  reverse(order: PlacedOrder): Promise<"reversed" | "unknown"> {
    return orWhenUnreachable<"reversed" | "unknown">(async () => {
      await this.#memory.reverseOrder(order);
      return "reversed";
    }, "unknown");
  }

  listCharges(range: ChargeRange, after: string | undefined): Promise<ChargePage> {
    const silence = { kind: "unknown", why: "the simulator's database is away" } as const;
    return orWhenUnreachable<ChargePage>(() => this.#memory.listCharges(range, after), silence);
  }

  async #take(order: CardOrder): Promise<ProcessorAnswer> {
    const { decision, isReversed } = await this.#memory.rememberOrder(order, decide(order));
    if (isReversed) return REVERSED;
    return decision.kind === "never_arrived" ? TOO_LATE : decision;
  }

  async #lookUp(order: PlacedOrder): Promise<Resolution> {
    const { decision, isReversed } = await this.#memory.closeOrder(order);
    return isReversed ? { kind: "reversed" } : decision;
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
