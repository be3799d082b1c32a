/** Reports every few seconds that this process runs jobs, and how far its clock is off. */
import type { HeartbeatStore, Worker } from "../core/figures/heartbeat-store.ts";
import type { ClockComparison } from "../ports/clock-comparison.ts";
import { repeatRounds } from "./repeat-rounds.ts";

export interface HeartbeatNeeds {
  readonly heartbeats: HeartbeatStore;
  readonly clocks: ClockComparison;
  readonly worker: Omit<Worker, "clockSkewMs">;
  readonly onFailure: (error: unknown) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 5_000;

/** Returns a function that stops it. */
export function startHeartbeat(needs: HeartbeatNeeds): () => Promise<void> {
  const { heartbeats, clocks, worker, onFailure, everyMs = EVERY_MS } = needs;
  return repeatRounds(async () => {
    try {
      const { skewMs: clockSkewMs } = await clocks.compare();
      await heartbeats.reportWorker({ ...worker, clockSkewMs });
    } catch (error) {
      onFailure(error);
    }
    return everyMs;
  });
}
