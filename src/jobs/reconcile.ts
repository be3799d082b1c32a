/** Asks again, all day long, about payments whose outcome nobody knows. Any number may do it. */
import { setTimeout as pause } from "node:timers/promises";
import type { PaymentNeeds } from "../core/payments/payment-needs.ts";
import { reconcile } from "../core/payments/reconcile.ts";

export interface ReconcileJobNeeds {
  readonly payments: PaymentNeeds;
  readonly onFailure: (error: unknown) => void;
}

const IDLE_MS = 500;
const FAILED_MS = 2_000;

/** Gives the way to end it. */
export function startReconciling({ payments, onFailure }: ReconcileJobNeeds): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const round = async (): Promise<number> => {
    try {
      return (await reconcile(payments, onFailure)) > 0 ? 0 : IDLE_MS;
    } catch (error) {
      onFailure(error);
      return FAILED_MS;
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      await pause(await round(), undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  return () => {
    ending.abort();
    return running;
  };
}
