/** Starts the readiness checks of a process, which run in the background. */
import { watchDatabase } from "../../adapters/database-probe.ts";
import { watchHsm } from "../../adapters/hsm-watch.ts";
import { watchMasterKey } from "../../adapters/master-key-watch.ts";
import { BankStateStore } from "../../core/ach/connections/bank-state-store.ts";
import { HeartbeatStore } from "../../core/figures/heartbeat-store.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import type { ClockComparison } from "../../ports/clock-comparison.ts";
import type { Custody } from "../../ports/key-custody.ts";
import type { Logger } from "../log/logger.ts";
import { logClockChanges } from "../time/clock-check.ts";
import { ReadinessChecks } from "./readiness.ts";
import {
  watchBanks,
  watchClock,
  watchOwnReports,
  watchSafeModeState,
  watchSchema,
  watchWorkers,
} from "./work-checks.ts";

export interface WatchNeeds {
  readonly custody: Custody;
  readonly log: Logger;
  readonly clocks: ClockComparison;
  /** The newest schema that this release knows. */
  readonly schema: number;
  /** The id under which this process reports that it runs jobs. Absent: it runs none. */
  readonly workerId?: string;
}

/** Add a new check to the list here. `close` also closes the pool. */
export async function watchReadiness(probe: DatabasePool, needs: WatchNeeds) {
  const { custody, clocks, log, schema, workerId } = needs;
  const readiness = new ReadinessChecks();
  const heartbeats = new HeartbeatStore(probe);
  const watched = [
    watchDatabase(probe),
    watchMasterKey(custody),
    ...(custody.hsmHealth === undefined ? [] : [watchHsm(custody.hsmHealth)]),
    watchClock(clocks, logClockChanges(log)),
    workerId === undefined ? watchWorkers(heartbeats) : watchOwnReports(heartbeats, workerId),
    watchBanks(new BankStateStore(probe)),
    watchSchema(probe, schema),
    watchSafeModeState(probe),
  ];
  readiness.add(...watched);
  // One after another, so that they share a connection.
  for (const check of watched) await check.start();
  const close = async () => {
    for (const check of watched) check.close();
    await probe.close();
  };
  return { readiness, close };
}
