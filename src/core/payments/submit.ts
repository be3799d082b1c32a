/** Sends an order to the card host and waits for its time limit. A later answer still counts. */
import type { CardOrder, ProcessorAnswer } from "../../ports/processor.ts";
import type { PaymentOutcome } from "./answer.ts";
import type { Attempt } from "./attempts/attempt.ts";
import { concludeAttempt, type Occasion } from "./conclude.ts";
import type { PaymentNeeds } from "./payment-needs.ts";

/** The attempt is committed, and no database connection is held during the call. */
export async function submitOrder(
  needs: PaymentNeeds,
  attempt: Attempt,
  order: CardOrder,
  occasion: Occasion = "request",
): Promise<PaymentOutcome> {
  needs.recent.markRunning(attempt);
  const release = () => needs.recent.unmarkRunning(attempt);
  const asked = askProcessor(needs, order, (late) => void concludeLate(needs, attempt, late));
  const said = await inTime(asked, needs.processorLimitMs);
  if (said !== undefined) return concludeAttempt(needs, attempt, said, occasion).finally(release);
  void asked.then((late) => concludeLate(needs, attempt, late)).finally(release);
  return concludeAttempt(needs, attempt, { kind: "unknown" });
}

/** An adapter must not throw. If it does, the outcome is unknown. */
async function askProcessor(
  { processor }: PaymentNeeds,
  order: CardOrder,
  onLate: (answer: ProcessorAnswer) => void,
): Promise<ProcessorAnswer> {
  try {
    const answer = await processor.submit(order, onLate);
    return order.card?.chip === undefined ? withoutChip(answer) : answer;
  } catch {
    return { kind: "unknown" };
  }
}

/** Only a caller who sent chip data expects an answer to a chip. */
function withoutChip(answer: ProcessorAnswer): ProcessorAnswer {
  if (!("chip" in answer)) return answer;
  const { chip, ...others } = answer;
  return others;
}

async function concludeLate(
  needs: PaymentNeeds,
  attempt: Attempt,
  late: ProcessorAnswer,
): Promise<void> {
  if (late.kind === "unknown") return;
  // If this fails, reconcile asks for the outcome.
  await concludeAttempt(needs, attempt, late, "reconcile").catch(() => {});
}

function inTime<Value>(asked: Promise<Value>, limitMs: number): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), limitMs);
    void asked.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
