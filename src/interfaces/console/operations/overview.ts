/** The operator's home: what needs somebody, and the payments of the last day. */

import { OverviewStore } from "../../../core/ach/overview-store.ts";
import { CheckStore } from "../../../core/audit/check-store.ts";
import { RunStore } from "../../../core/calendar/run-store.ts";
import { ReminderStore } from "../../../core/estate/inspection-store.ts";
import { FigureStore } from "../../../core/figures/figure-store.ts";
import { JobQueueStore } from "../../../core/figures/job-queue-store.ts";
import { SharedLook } from "../../../core/figures/shared-look.ts";
import { type HealthFigures, judgeHealth } from "../../../core/operations/health.ts";
import { loginFigures } from "../../../core/operations/locked-logins.ts";
import { OutboxStore } from "../../../core/outbox/outbox-store.ts";
import { AttemptAgeStore } from "../../../core/payments/attempts/attempt-age-store.ts";
import type { PaymentTally } from "../../../core/payments/tally.ts";
import type { Readiness } from "../../../ports/readiness.ts";
import type { Routes } from "../routes.ts";
import type { Overview, PaymentTallyView } from "./contract.ts";
import type { HouseNeeds } from "./house.ts";
import { sent } from "./sent.ts";

export interface OverviewNeeds extends HouseNeeds {
  readonly readiness: Readiness;
  readonly tally: PaymentTally;
  /** Imports of terminal keys that wait for their second person. */
  readonly keysPending: () => Promise<number>;
}

/** Everybody who looks at the same time sees the same. */
const FRESH_MS = 2_000;
/** Files leave within a round of the exchange with banks, unless a bank cannot be reached. */
const LEAVES_WITHIN = { minutes: 10 } as const;

export function addOverview(routes: Routes, needs: OverviewNeeds): void {
  const figures = new SharedLook(() => gather(needs), FRESH_MS);
  routes.get("/operations/overview", "operations", async (): Promise<Overview> => {
    const seen = await figures.now();
    return {
      readiness: needs.readiness.state(),
      ...sent(seen.now),
      signals: sent(judgeHealth(seen)),
    };
  });
  routes.get(
    "/operations/payments",
    "operations",
    async (): Promise<PaymentTallyView> => sent(await needs.tally.lastDay()),
  );
}

async function gather(needs: OverviewNeeds): Promise<HealthFigures> {
  const { app, payments, clock } = needs;
  const now = { business: clock.business(), wall: clock.wall() };
  const files = new OverviewStore(payments);
  const [queues, work, attempts, outbox, setAside] = await Promise.all([
    new JobQueueStore(app).all(),
    new RunStore(app).work(),
    new AttemptAgeStore(payments).ages(now.wall),
    new OutboxStore(payments).backlog(now.wall),
    new FigureStore(payments).outboxSetAside(),
  ]);
  const [stuckFiles, unmatched, keysPending, inspectionsDue, { locked }, [lastCheck]] =
    await Promise.all([
      files.stuckFiles(now.business.subtract(LEAVES_WITHIN)),
      files.openUnmatched(),
      needs.keysPending(),
      new ReminderStore(payments).countDue(now.business),
      loginFigures({ ...needs, db: app }),
      new CheckStore(app).last(1),
    ]);
  return {
    ...{ now, queues, attempts, outbox, setAside, stuckFiles, unmatched, keysPending },
    ...{ inspectionsDue, locked, lastCheck },
    work: work.map(({ dueAt, lastRun }) => ({ dueAt, isFailing: lastRun?.outcome === "failed" })),
  };
}
