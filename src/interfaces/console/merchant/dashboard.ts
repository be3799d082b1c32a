/** Figures for today and the last 30 days. */
import type { AttemptHistoryStore } from "../../../core/dashboard/attempt-history-store.ts";
import {
  type DashboardNeeds,
  readDashboardFigures,
  readLastDays,
} from "../../../core/dashboard/dashboard-figures.ts";
import { merchantUser } from "../merchant-user.ts";
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
    return readLastDays(needs, merchantUser(call).account);
  });
}
