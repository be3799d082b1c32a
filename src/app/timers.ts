/** Starts the jobs on a wall clock schedule, which only remove old records and measure the database. */
import { BossJobRunner } from "../adapters/boss-job-runner.ts";
import { HousekeepingStore } from "../core/figures/housekeeping-store.ts";
import { purgeWall, WALL_PURGE } from "../core/retention/retention.ts";
import type { DatabasePool } from "../db/database-pool.ts";
import type { ClockComparison } from "../ports/clock-comparison.ts";
import type { TimedJob } from "../ports/jobs.ts";
import { type Installation, openOwner } from "./database/installation.ts";
import { type JobNeeds, STOP_MS } from "./job-needs.ts";

export interface TimerNeeds extends JobNeeds {
  readonly isHeld: () => boolean;
  readonly clocks: ClockComparison;
}

/** Returns a function that stops them. */
export async function startTimers(installation: Installation, needs: TimerNeeds) {
  const { place, log } = installation;
  if (needs.runsTimers === false) return async () => {};
  const runner = new BossJobRunner({
    database: openOwner(place.ownerUrl),
    metrics: needs.metrics,
    onDone: (name, summary) => log.debug({ job: name }, summary),
    onFailure: (name, error) =>
      log.error({ job: name, err: error }, "a background job failed and will be retried"),
    onConnectionError: (error) => log.error({ err: error }, "the job tables cannot be reached"),
    stopWithinMs: STOP_MS,
    // Due work now has its own loop: see run-due-work.ts.
    retired: ["due-work"],
  });
  await runner.start(timedJobs(installation, needs));
  return () => runner.stop();
}

const MEASURE_SIZE = "measure-size";

async function measureSize(owner: DatabasePool): Promise<string> {
  await new HousekeepingStore(owner).recordSize();
  return "recorded the size of the database";
}

function timedJobs({ owner, config }: Installation, needs: TimerNeeds): TimedJob[] {
  const { custody, clock, clocks, isHeld } = needs;
  const asksOperator = config.environment === "production";
  const purge = { owner, custody, clock, clocks, asksOperator };
  const purgeUnlessHeld = async () =>
    isHeld() ? "nothing is purged in safe mode" : purgeWall(purge, config.retention);
  return [
    { name: WALL_PURGE, cron: "17 * * * *", run: purgeUnlessHeld },
    { name: MEASURE_SIZE, cron: "47 * * * *", run: () => measureSize(owner) },
  ];
}
