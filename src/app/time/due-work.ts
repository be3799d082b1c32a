/** Wires the loop of due work: its needs, the clock check, and what is logged. */
import type { AchWorkNeeds } from "../../core/ach/business.ts";
import type { WorkRun } from "../../core/calendar/calendar-store.ts";
import type { WorkFailure } from "../../core/calendar/run-work.ts";
import { workLabel } from "../../core/calendar/work-label.ts";
import type { PaymentNeeds } from "../../core/payments/payment-needs.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { startDueWork } from "../../jobs/run-due-work.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ClockComparison } from "../../ports/clock-comparison.ts";
import type { Metrics } from "../../ports/metrics.ts";
import type { Installation } from "../database/installation.ts";
import { openPageLinks } from "../page-links.ts";
import { allBusinessWork } from "./business-work.ts";
import { watchClockTrust } from "./clock-check.ts";

export interface DueWorkParts {
  readonly clock: Clock;
  readonly clocks: ClockComparison;
  readonly metrics: Pick<Metrics, "countJobRun">;
  readonly payments: PaymentNeeds;
  readonly ach: AchWorkNeeds;
  /** For claims and records. A separate pool, so that they never wait behind a purge or a bank. */
  readonly claimDb: DatabasePool;
}

/** Returns a function that stops the loop. */
export function startDueWorkLoop(
  { owner, config, log }: Installation,
  { clock, clocks, metrics, payments, ach, claimDb }: DueWorkParts,
): (withinMs: number) => Promise<void> {
  const { retention, environment } = config;
  const purges = { owner, clocks, asksOperator: environment === "production" };
  const links = openPageLinks(config);
  const work = { purges, retention, payments, links, ach: { ...ach, listDb: claimDb } };
  return startDueWork({
    db: claimDb,
    clock,
    allWork: () => allBusinessWork(work),
    mayTrustClock: watchClockTrust(clocks, log),
    onRun: ({ name, outcome, tookMs, summary }: WorkRun) => {
      metrics.countJobRun(name, outcome === "failed" ? "failed" : "done", tookMs / 1_000);
      log.debug({ work: name, job: workLabel(name), outcome }, summary);
    },
    onWorkFailure: ({ name, lane, dueAt, failures, error }: WorkFailure) =>
      log.error(
        { err: error, work: name, job: workLabel(name), lane, dueAt: `${dueAt}`, failures },
        "a scheduled job failed and will be retried",
      ),
    onFailure: (error) => log.error({ err: error }, "due work could not be read from the database"),
  });
}
