/** Figures for today and the last 30 days. */
import type { AttemptHistoryStore } from "../../../core/dashboard/attempt-history-store.ts";
import {
  type DashboardNeeds,
  lastDays,
  readDashboardFigures,
} from "../../../core/dashboard/overview.ts";
import type { Routes } from "../routes.ts";
import type { DashboardAnswer, DayTotals } from "./contract.ts";
import { merchantOf } from "./merchant-of.ts";
import { pendingPaymentOf } from "./write-transaction.ts";

export interface OverviewNeeds extends DashboardNeeds {
  readonly history: AttemptHistoryStore;
}

/** Payments that just started are not reported as pending. */
const NEWS_AFTER_SECONDS = 30;

export function addOverview(routes: Routes, needs: OverviewNeeds): void {
  routes.get("/merchant/dashboard", "payments", async (call): Promise<DashboardAnswer> => {
    const { account } = merchantOf(call);
    const now = needs.clock.business();
    const [glance, running] = await Promise.all([
      readDashboardFigures(needs, account),
      needs.history.all(account.id),
    ]);
    const before = now.subtract({ seconds: NEWS_AFTER_SECONDS });
    const pending = running
      .filter(({ startedAt }) => Temporal.Instant.compare(startedAt, before) < 0)
      .map(pendingPaymentOf);
    return { ...glance, now: now.toString(), pending };
  });

  routes.get("/merchant/days", "payments", async (call): Promise<readonly DayTotals[]> => {
    return lastDays(needs, merchantOf(call).account);
  });
}
