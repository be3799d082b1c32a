/** Ends, all day long, sales and refunds at the point of sale that a crash or a lost answer left pending. */
import { setTimeout as pause } from "node:timers/promises";
import { type SettleNeeds, settlePending } from "../core/pos/sales/settle-pending.ts";

const IDLE_MS = 1_000;
const FAILED_MS = 5_000;

/** Gives the way to end it. */
export function startSettling(needs: SettleNeeds): () => Promise<void> {
  const ending = new AbortController();
  const { signal } = ending;
  const round = async (): Promise<number> => {
    try {
      await settlePending(needs);
      return IDLE_MS;
    } catch (error) {
      needs.onFailure(error);
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
