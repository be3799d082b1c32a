/** Settles sales and refunds at the point of sale that a crash or a lost answer left pending. */
import { type SettleNeeds, settlePending } from "../core/pos/sales/settle-pending.ts";
import { repeatRounds } from "./repeat-rounds.ts";

const IDLE_MS = 1_000;
const FAILED_MS = 5_000;

/** Returns a function that stops it. */
export function startSettling(
  needs: SettleNeeds & { readonly isHeld?: () => boolean },
): () => Promise<void> {
  return repeatRounds(async () => {
    // A copy does not know what was charged since, so it must not withdraw a sale.
    if (needs.isHeld?.()) return IDLE_MS;
    try {
      await settlePending(needs);
      return IDLE_MS;
    } catch (error) {
      needs.onFailure(error);
      return FAILED_MS;
    }
  });
}
