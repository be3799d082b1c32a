/** Asks the card host for the results of payments with an unknown result. Any number of processes may do it. */
import type { PaymentNeeds } from "../core/payments/payment-needs.ts";
import { reconcile } from "../core/payments/recovery/reconcile.ts";
import { repeatRounds } from "./repeat-rounds.ts";

export interface ReconcileJobNeeds {
  readonly payments: PaymentNeeds;
  readonly onFailure: (error: unknown) => void;
  /** True: ask nothing for now. */
  readonly isHeld?: () => boolean;
}

const IDLE_MS = 500;
const FAILED_MS = 2_000;

/** Returns a function that stops it. */
export function startReconciling(needs: ReconcileJobNeeds): () => Promise<void> {
  const { payments, onFailure, isHeld = () => false } = needs;
  return repeatRounds(async () => {
    if (isHeld()) return IDLE_MS;
    try {
      return (await reconcile(payments, onFailure)) > 0 ? 0 : IDLE_MS;
    } catch (error) {
      onFailure(error);
      return FAILED_MS;
    }
  });
}
