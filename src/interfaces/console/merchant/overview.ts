/** Today at a glance, and the last thirty days. */
import type { AttemptHistoryStore } from "../../../core/dashboard/attempt-history-store.ts";
import { type GlanceNeeds, glanceAt, lastDays } from "../../../core/dashboard/overview.ts";
import type { Routes } from "../routes.ts";
import type { DayTotals, Today } from "./contract.ts";
import { merchantOf } from "./merchant-of.ts";
import { underWayOf } from "./write-transaction.ts";

export interface OverviewNeeds extends GlanceNeeds {
  readonly history: AttemptHistoryStore;
}

/** What has only just begun is no news. */
const NEWS_AFTER_SECONDS = 30;

export function addOverview(routes: Routes, needs: OverviewNeeds): void {
  routes.get("/merchant/today", "payments", async (call): Promise<Today> => {
    const { account } = merchantOf(call);
    const now = needs.clock.business();
    const [glance, running] = await Promise.all([
      glanceAt(needs, account),
      needs.history.all(account.id),
    ]);
    const before = now.subtract({ seconds: NEWS_AFTER_SECONDS });
    const underWay = running
      .filter(({ startedAt }) => Temporal.Instant.compare(startedAt, before) < 0)
      .map(underWayOf);
    return { ...glance, now: now.toString(), underWay };
  });

  routes.get("/merchant/days", "payments", async (call): Promise<readonly DayTotals[]> => {
    return lastDays(needs, merchantOf(call).account);
  });
}
