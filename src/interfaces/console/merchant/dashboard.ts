/** Figures for today and the last days. */

import {
  DAY_RANGES,
  type DashboardNeeds,
  type DayRangeLength,
  readDashboardFigures,
  readLastDays,
} from "../../../core/dashboard/dashboard-figures.ts";
import type { AttemptHistoryStore } from "../../../core/transactions/attempt-history-store.ts";
import { merchantUser } from "../merchant-user.ts";
import type { Query } from "../read.ts";
import type { Routes } from "../routes.ts";
import type { DashboardAnswer, DayTotals } from "./contract.ts";
import { writePendingPayment } from "./write-transaction.ts";

export interface DashboardRouteNeeds extends DashboardNeeds {
  readonly history: AttemptHistoryStore;
}

/** Payments that just started are not reported as pending. */
const PENDING_AFTER_SECONDS = 30;

export function addDashboard(routes: Routes, needs: DashboardRouteNeeds): void {
  routes.get("/merchant/dashboard", "payments", async (call): Promise<DashboardAnswer> => {
    const { account } = merchantUser(call);
    const now = needs.clock.business();
    const [glance, running] = await Promise.all([
      readDashboardFigures(needs, account),
      needs.history.listRunningAttempts(account.id),
    ]);
    const before = now.subtract({ seconds: PENDING_AFTER_SECONDS });
    const pending = running
      .filter(({ startedAt }) => Temporal.Instant.compare(startedAt, before) < 0)
      .map(writePendingPayment);
    return { ...glance, now: now.toString(), pending };
  });

  routes.get("/merchant/days", "payments", async (call): Promise<readonly DayTotals[]> => {
    return readLastDays(needs, merchantUser(call).account, readLength(call.query));
  });
}

const USUAL_DAYS: DayRangeLength = 30;

function readLength(query: Query): DayRangeLength {
  const asked = Number(query.text("days"));
  return DAY_RANGES.find((days) => days === asked) ?? USUAL_DAYS;
}
