/** The operator's home: health signals, and payments of the last 24 hours. */

import { BankStateStore } from "../../../core/ach/connections/bank-state-store.ts";
import { CheckStore } from "../../../core/audit/check-store.ts";
import { type KnownWork, RunStore } from "../../../core/calendar/run-store.ts";
import { workLabel } from "../../../core/calendar/work-label.ts";
import { CachedReading } from "../../../core/figures/cached-reading.ts";
import { HeartbeatStore } from "../../../core/figures/heartbeat-store.ts";
import { JobQueueStore } from "../../../core/figures/job-queue-store.ts";
import { ReminderStore } from "../../../core/management/attestations/inspection-store.ts";
import { gatherProblems } from "../../../core/operations/gather-problems.ts";
import { type HealthFigures, judgeHealth } from "../../../core/operations/health.ts";
import { loginFigures } from "../../../core/operations/locked-logins.ts";
import { OutboxStore } from "../../../core/outbox/outbox-store.ts";
import { AttemptAgeStore } from "../../../core/payments/attempts/attempt-age-store.ts";
import type { PaymentTally } from "../../../core/payments/tally/tally.ts";
import { PurgeStore } from "../../../core/retention/purge-store.ts";
import { type ClockComparison, isBeyondLimit } from "../../../ports/clock-comparison.ts";
import type { Readiness } from "../../../ports/readiness.ts";
import { asJson } from "../as-json.ts";
import type { Routes } from "../routes.ts";
import type { FailingWork, HeldPurge, Overview, PaymentTallyView } from "./contract.ts";
import type { OperationsBaseNeeds } from "./operations-needs.ts";
import { writeHeldPurge } from "./purges.ts";
import type { SystemNeeds } from "./system.ts";

export interface OperationsOverviewNeeds extends OperationsBaseNeeds {
  readonly readiness: Readiness;
  readonly tally: PaymentTally;
  /** Device key imports that wait for the second person. */
  readonly keysPending: () => Promise<number>;
  readonly clocks: ClockComparison;
  readonly masterKeys: SystemNeeds["masterKeys"];
  /** When the certificates expire that this process serves or calls card hosts with. */
  readonly certificateEnds: () => readonly Temporal.Instant[];
}

/** Cached, so that all operators see the same and the load stays low. */
const FRESH_MS = 2_000;
export function addOperationsOverview(routes: Routes, needs: OperationsOverviewNeeds): void {
  const figures = new CachedReading(() => gatherFigures(needs), FRESH_MS);
  routes.get("/operations/overview", "operations", async (): Promise<Overview> => {
    const seen = await figures.read();
    return {
      readiness: needs.readiness.state(),
      ...asJson(seen.now),
      signals: asJson(judgeHealth(seen)),
      failing: asJson(seen.failing),
      held: seen.held,
      safeMode: findSafeModeReason(needs.readiness),
    };
  });
  routes.get(
    "/operations/payments",
    "operations",
    async (): Promise<PaymentTallyView> => asJson(await needs.tally.countLastDay()),
  );
}

function findSafeModeReason(readiness: Readiness): string | null {
  const check = readiness.checks().find(({ state }) => state === "safe mode");
  return check?.reason ?? null;
}

interface Gathered extends HealthFigures {
  readonly failing: readonly Failing[];
  readonly held: readonly HeldPurge[];
}

async function gatherFigures(needs: OperationsOverviewNeeds): Promise<Gathered> {
  const { app, payments, clock } = needs;
  const now = { business: clock.business(), wall: clock.wall() };
  const [queues, work, attempts, outbox, banks] = await Promise.all([
    new JobQueueStore(app).listQueues(),
    new RunStore(app).listWork(),
    new AttemptAgeStore(payments).countByAge(now.wall),
    new OutboxStore(payments).countBacklog(now.wall),
    new BankStateStore(app).listFailingBanks(),
  ]);
  const [keysPending, inspectionsDue, { locked }, [lastCheck], masterKeys] = await Promise.all([
    needs.keysPending(),
    new ReminderStore(payments).countDueInspections(now.business),
    loginFigures({ ...needs, db: app }),
    new CheckStore(app).listNewestChecks(1),
    needs.masterKeys(),
  ]);
  return {
    ...(await gatherJobFigures(needs, work)),
    ...(await gatherProblems(payments, now)),
    failingBanks: banks.flatMap(({ failingSince }) => failingSince ?? []),
    certificateEnds: needs.certificateEnds(),
    masterKeyCreatedAt: masterKeys.find(({ isCurrent }) => isCurrent)?.createdAt,
    ...{ now, queues, attempts, outbox, keysPending, inspectionsDue, locked, lastCheck },
  };
}

type Failing = Omit<FailingWork, "dueAt" | "failedAt" | "retryAt"> & {
  readonly dueAt: Temporal.Instant;
  readonly failedAt: Temporal.Instant | null;
  readonly retryAt: Temporal.Instant | null;
};

/** Due jobs, the processes that run them, their clocks, and purges on hold. */
async function gatherJobFigures(
  { app, clocks }: OperationsOverviewNeeds,
  work: readonly KnownWork[],
) {
  const [workers, reading, held] = await Promise.all([
    new HeartbeatStore(app).listWorkers(),
    clocks.compare(),
    new PurgeStore(app).listHeld(),
  ]);
  const isRight = !isBeyondLimit(reading, clocks.limitMs);
  return {
    work: work.map(({ dueAt, failures }) => ({ dueAt, isFailing: failures > 0 })),
    workerAges: workers.map(({ ageSeconds }) => ageSeconds),
    clock: { isRight, skewSeconds: reading.skewMs / 1_000 },
    purgesHeld: held.filter(({ allowedAt }) => allowedAt === null).length,
    failing: work.filter(({ failures }) => failures > 0).map(failingJob),
    held: held.map(writeHeldPurge),
  };
}

function failingJob({ name, dueAt, failures, retryAt, lastRun }: KnownWork): Failing {
  const { startedAt: failedAt = null, summary = "" } = lastRun ?? {};
  return { name, label: workLabel(name), dueAt, failures, retryAt, failedAt, summary };
}
