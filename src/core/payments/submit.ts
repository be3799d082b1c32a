/** Asks the card host, and waits no longer than it may take. What comes later still counts. */
import type { CardOrder, ProcessorAnswer } from "../../ports/processor.ts";
import type { PaymentOutcome } from "./answer.ts";
import type { Attempt } from "./attempts/attempt.ts";
import { concludeAttempt, type Occasion } from "./conclude.ts";
import type { PaymentNeeds } from "./payment-needs.ts";

/** The attempt has been written down; nothing of the database is held meanwhile. */
export async function submitOrder(
  needs: PaymentNeeds,
  attempt: Attempt,
  order: CardOrder,
  occasion: Occasion = "request",
): Promise<PaymentOutcome> {
  needs.recent.markRunning(attempt);
  const release = () => needs.recent.unmarkRunning(attempt);
  const asked = askProcessor(needs, order);
  const said = await inTime(asked, needs.processorLimitMs);
  if (said !== undefined) return concludeAttempt(needs, attempt, said, occasion).finally(release);
  void asked.then((late) => concludeLate(needs, attempt, late)).finally(release);
  return concludeAttempt(needs, attempt, { kind: "unknown" });
}

/** A host that breaks its word and throws has told us nothing. */
async function askProcessor(
  { processor }: PaymentNeeds,
  order: CardOrder,
): Promise<ProcessorAnswer> {
  try {
    return await processor.submit(order);
  } catch {
    return { kind: "unknown" };
  }
}

async function concludeLate(
  needs: PaymentNeeds,
  attempt: Attempt,
  late: ProcessorAnswer,
): Promise<void> {
  if (late.kind === "unknown") return;
  // What cannot be written now is found out by asking again.
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
