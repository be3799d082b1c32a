/** Reports every few seconds that this process runs jobs, and how right its clock is. */
import { setTimeout as pause } from "node:timers/promises";
import type { HeartbeatStore, Worker } from "../core/figures/heartbeat-store.ts";
import type { ClockComparison } from "../ports/clock-comparison.ts";

export interface HeartbeatNeeds {
  readonly heartbeats: HeartbeatStore;
  readonly clocks: ClockComparison;
  readonly worker: Omit<Worker, "clockSkewMs">;
  readonly onFailure: (error: unknown) => void;
  readonly everyMs?: number;
}

const EVERY_MS = 5_000;

/** Gives the way to end it. */
export function startHeartbeat(needs: HeartbeatNeeds): () => Promise<void> {
  const { heartbeats, clocks, worker, onFailure, everyMs = EVERY_MS } = needs;
  const ending = new AbortController();
  const { signal } = ending;
  const beat = async () => {
    try {
      const { skewMs: clockSkewMs } = await clocks.compare();
      await heartbeats.reportWorker({ ...worker, clockSkewMs });
    } catch (error) {
      onFailure(error);
    }
  };
  const run = async () => {
    while (!signal.aborted) {
      await beat();
      await pause(everyMs, undefined, { signal }).catch(() => {});
    }
  };
  const running = run();
  return () => {
    ending.abort();
    return running;
  };
}
