/** All work that is due by the business clock, in the order in which it runs at the same moment. */
import { type AchWorkNeeds, achBusinessWork } from "../../core/ach/business.ts";
import { ACH_PURGE, purgeAch } from "../../core/ach/purge.ts";
import { type BusinessWork, everyDayAt, HOUSEKEEPING } from "../../core/calendar/business-work.ts";
import { remindInspections } from "../../core/management/attestations/remind-inspections.ts";
import { notificationWork } from "../../core/notifications/notification-work.ts";
import { cardBusinessWork } from "../../core/payments/business.ts";
import { ensureMonths } from "../../core/payments/ids/partition-store.ts";
import type { PaymentNeeds } from "../../core/payments/payment-needs.ts";
import { scheduledReportWork } from "../../core/reports/schedules/send-scheduled.ts";
import { BUSINESS_PURGE, purgeBusiness } from "../../core/retention/retention.ts";
import type { PurgeNeeds } from "../../core/retention/run-purge.ts";
import type { PageLinks } from "../../ports/page-links.ts";
import type { RetentionSettings } from "../../values/retention-settings.ts";
import { monthsAround } from "../../values/transaction-id.ts";

export interface BusinessWorkNeeds {
  readonly purges: PurgeNeeds;
  readonly retention: RetentionSettings;
  readonly payments: PaymentNeeds;
  readonly ach: AchWorkNeeds;
  readonly links: PageLinks;
}

/** Call it before each run, because the list contains the banks that are connected now. */
export async function allBusinessWork(needs: BusinessWorkNeeds): Promise<readonly BusinessWork[]> {
  const { payments, ach, purges, links } = needs;
  // The list must be available even if the purges hold every connection of their pool.
  const listDb = ach.listDb ?? purges.owner;
  return [
    ...housekeepingWork(needs),
    ...(await scheduledReportWork({ ...payments, owner: purges.owner, listDb, links })),
    notificationWork({ ...payments, owner: purges.owner, links }),
    ...cardBusinessWork(payments),
    ...(await achBusinessWork(ach)),
  ];
}

function housekeepingWork({
  purges,
  retention,
  payments,
}: BusinessWorkNeeds): readonly BusinessWork[] {
  const { owner } = purges;
  return [
    {
      name: "make months",
      lane: HOUSEKEEPING,
      next: everyDayAt("00:30", "UTC"),
      run: async (at) => {
        const months = monthsAround(at);
        await ensureMonths(owner, months);
        return `partitions exist through ${monthText(months.at(-1) ?? 0)}`;
      },
    },
    {
      name: BUSINESS_PURGE,
      lane: HOUSEKEEPING,
      catchesUpAtOnce: true,
      next: everyDayAt("03:00", "UTC"),
      run: (at) => purgeBusiness(purges, retention, at),
    },
    {
      name: ACH_PURGE,
      lane: HOUSEKEEPING,
      catchesUpAtOnce: true,
      next: everyDayAt("03:15", "UTC"),
      run: (at) => purgeAch(purges, retention, at),
    },
    {
      name: "remind of inspections",
      lane: HOUSEKEEPING,
      next: everyDayAt("14:00", "UTC"),
      run: (at) => remindInspections({ ...payments, owner }, at),
    },
  ];
}

/** Such as 2026-12. Months count from January 2000, which is 1. */
function monthText(month: number): string {
  return Temporal.PlainYearMonth.from("1999-12").add({ months: month }).toString();
}
