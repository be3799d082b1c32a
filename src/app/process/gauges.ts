/** The gauges: what the database and the pools say when someone looks. */
import { FigureStore } from "../../core/figures/figure-store.ts";
import { HeartbeatStore } from "../../core/figures/heartbeat-store.ts";
import type { RequestLog } from "../../core/request-log/request-log.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ClockComparison } from "../../ports/clock-comparison.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { Pools } from "../database/pools.ts";

export interface FigureNeeds {
  readonly pools: Pools;
  readonly clock: Clock;
  readonly requests: RequestLog | undefined;
  readonly clocks: ClockComparison;
}

export function watchFigures(metrics: Metrics, needs: FigureNeeds): void {
  watchLoad(metrics, needs);
  watchWork(metrics, needs);
}

function watchWork(metrics: Metrics, { pools, clocks }: FigureNeeds): void {
  const figures = new FigureStore(pools.app);
  const heartbeats = new HeartbeatStore(pools.app);
  const skew = async () => (await clocks.compare()).skewMs / 1_000;
  metrics.watch("sixdoors_clock_skew_seconds", skew);
  metrics.watch("sixdoors_worker_heartbeat_age_seconds", () => heartbeats.findNewestAgeSeconds());
  metrics.watch("sixdoors_due_work_failing", () => figures.countFailingWork());
  metrics.watch("sixdoors_purges_held", () => figures.countHeldPurges());
}

function watchLoad(metrics: Metrics, { pools, clock, requests }: FigureNeeds): void {
  const all = [pools.app, pools.payments, pools.probe];
  const figures = new FigureStore(pools.payments);
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  metrics.watch("sixdoors_pool_connections", () => sum(all.map(({ connections }) => connections)));
  metrics.watch("sixdoors_pool_waiting", () => sum(all.map(({ waiting }) => waiting)));
  metrics.watch("sixdoors_open_attempts", () => figures.countOpenAttempts());
  metrics.watch("sixdoors_outbox_depth", () => figures.countWaitingEvents());
  metrics.watch("sixdoors_outbox_set_aside", () => figures.countFailedEvents());
  metrics.watch("sixdoors_outbox_lag_seconds", () => figures.findOutboxLagSeconds(clock.wall()));
  metrics.watch("sixdoors_request_log_left_out", () => requests?.leftOut ?? 0);
  metrics.watch("sixdoors_clock_ahead_seconds", () =>
    clock.wall().until(clock.business()).total("seconds"),
  );
}
