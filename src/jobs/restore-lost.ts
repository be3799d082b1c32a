/** Checks after every lost connection whether the database still has the payments of this process. */
import { setTimeout as pause } from "node:timers/promises";
import type { PaymentNeeds } from "../core/payments/payment-needs.ts";
import { type RestoreCounts, restoreLostAttempts } from "../core/payments/recovery/restore-lost.ts";

export interface RestoreJobNeeds {
  readonly payments: PaymentNeeds;
  /** How many connections of the payment pool were lost so far, to any node of a cluster. */
  readonly connectionLosses: () => number;
  /** The database has lost commits. */
  readonly onLoss: (counts: RestoreCounts) => void;
}

const EVERY_MS = 250;
/** How long another process may take to store the payments it has started. */
const PATIENCE_MS = 30_000;

/** Returns a function that stops it. */
export function startRestoring(needs: RestoreJobNeeds): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  let seen = 0;
  let waitingSinceMs: number | undefined;
  const look = async () => {
    const losses = needs.connectionLosses();
    if (losses === seen) return;
    const isLast = performance.now() - (waitingSinceMs ?? Infinity) > PATIENCE_MS;
    // Fails while the database is away, and is repeated until it is back.
    const counts = await restoreLostAttempts(needs.payments, { isLast });
    if (counts.restored + counts.reversing + counts.given_up > 0) needs.onLoss(counts);
    waitingSinceMs = counts.later === 0 ? undefined : (waitingSinceMs ?? performance.now());
    if (counts.later === 0) seen = losses;
  };
  const run = async () => {
    while (!signal.aborted) {
      await look().catch(() => {});
      await pause(EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return () => {
    ending.abort();
    return running;
  };
}
