/**
 * A card host for tests. It passes orders on to another one, usually the simulator, except those
 * for which a test has asked for an outcome: it declines the order, loses the answer or delays it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { CardOrder, Processor, ProcessorAnswer } from "../ports/processor.ts";

export type ScriptedOutcome =
  /** A response code such as "05", or the message itself. */
  | { readonly kind: "decline"; readonly reason: string }
  | { readonly kind: "lose_answer" }
  | { readonly kind: "delay"; readonly ms: number };

/** Response codes of ISO 8583. The card simulator has the same messages for those that it uses. */
const DECLINE_MESSAGES: Readonly<Record<string, string>> = {
  "01": "CALL AUTH CENTER",
  "04": "PICK UP CARD",
  "05": "DO NOT HONOR",
  "14": "INVALID CARD NUMBER",
  "41": "LOST CARD",
  "43": "STOLEN CARD",
  "51": "INSUFFICIENT FUNDS",
  "54": "EXPIRED CARD",
  "57": "TRANSACTION NOT PERMITTED",
  "61": "EXCEEDS LIMIT",
  "65": "ACTIVITY LIMIT EXCEEDED",
  N7: "CVV MISMATCH",
};

export class ScriptedCardHost {
  readonly #outcomes: ScriptedOutcome[] = [];
  readonly #pause: (ms: number) => Promise<unknown>;

  constructor(pause: (ms: number) => Promise<unknown> = sleep) {
    this.#pause = pause;
  }

  /** Applies to one order: the next one that has no outcome yet. */
  addOutcome(outcome: ScriptedOutcome): void {
    this.#outcomes.push(outcome);
  }

  /** All processors share the outcomes, because each pool of connections has its own processor. */
  wrapProcessor(processor: Processor): Processor {
    return {
      submit: (order) => this.#submit(processor, order),
      resolvesByReversal: async (order) => (await processor.resolvesByReversal?.(order)) ?? false,
      resolve: (order, isRepeat) => processor.resolve(order, isRepeat),
      reverse: (order, isRepeat) => processor.reverse(order, isRepeat),
      listCharges: (range, after) => processor.listCharges(range, after),
    };
  }

  async #submit(processor: Processor, order: CardOrder): Promise<ProcessorAnswer> {
    const outcome = this.#takeOutcome(order);
    if (outcome?.kind === "decline") return { kind: "declined", message: declineMessage(outcome) };
    const answer = await processor.submit(order);
    if (outcome?.kind === "delay") await this.#pause(outcome.ms);
    return outcome?.kind === "lose_answer" ? { kind: "unknown" } : answer;
  }

  /** A reversal is an advice, which a card host always accepts. */
  #takeOutcome({ transactionType }: CardOrder): ScriptedOutcome | undefined {
    return transactionType === "REVERSAL" ? undefined : this.#outcomes.shift();
  }
}

function declineMessage({ reason }: Extract<ScriptedOutcome, { kind: "decline" }>): string {
  return DECLINE_MESSAGES[reason] ?? reason;
}
