/** Starts the jobs on a wall clock schedule: they remove old records, measure, and notify operators. */
import { BossJobRunner } from "../adapters/boss-job-runner.ts";
import { HousekeepingStore } from "../core/figures/housekeeping-store.ts";
import { NOTIFY_OPERATORS, notifyOperators } from "../core/notifications/notification-work.ts";
import { purgeWall, WALL_PURGE } from "../core/retention/retention.ts";
import type { DatabasePool } from "../db/database-pool.ts";
import type { ClockComparison } from "../ports/clock-comparison.ts";
import type { TimedJob } from "../ports/jobs.ts";
import { type Installation, openOwner } from "./database/installation.ts";
import { servedCertificateEnds } from "./http/tls.ts";
import { type JobNeeds, STOP_MS } from "./job-needs.ts";
import { openPageLinks } from "./page-links.ts";

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
  await runner.start(listTimedJobs(installation, needs));
  return () => runner.stop();
}

const MEASURE_SIZE = "measure-size";

async function measureSize(owner: DatabasePool): Promise<string> {
  await new HousekeepingStore(owner).recordSize();
  return "recorded the size of the database";
}

export function listTimedJobs(
  { owner, config }: Pick<Installation, "owner" | "config">,
  needs: Pick<TimerNeeds, "custody" | "clock" | "clocks" | "hosts" | "isHeld">,
): TimedJob[] {
  const { custody, clock, clocks, hosts, isHeld } = needs;
  const asksOperator = config.environment === "production";
  const purge = { owner, custody, clock, clocks, asksOperator };
  const purgeUnlessHeld = async () =>
    isHeld() ? "nothing is purged in safe mode" : purgeWall(purge, config.retention);
  const certificateEnds = () => [
    ...servedCertificateEnds(config),
    ...hosts.certificateEnds().values(),
  ];
  const notify = { owner, custody, clock, certificateEnds, links: openPageLinks(config) };
  const notifyUnlessHeld = async () =>
    isHeld() ? "nobody is notified in safe mode" : notifyOperators(notify);
  return [
    { name: NOTIFY_OPERATORS, cron: "*/10 * * * *", run: notifyUnlessHeld },
    { name: WALL_PURGE, cron: "17 * * * *", run: purgeUnlessHeld },
    { name: MEASURE_SIZE, cron: "47 * * * *", run: () => measureSize(owner) },
  ];
}
