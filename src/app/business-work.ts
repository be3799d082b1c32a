/** All work that business time brings, in the order in which it runs at the same moment. */
import { type AchWorkNeeds, achBusinessWork } from "../core/ach/business.ts";
import { purgeAch } from "../core/ach/purge.ts";
import { type BusinessWork, everyDayAt } from "../core/calendar/business-work.ts";
import { remindInspections } from "../core/estate/remind-inspections.ts";
import { closeBatches } from "../core/payments/batches/close-batches.ts";
import { lapseAuthorizations } from "../core/payments/changes/lapse.ts";
import { ensureMonths } from "../core/payments/ids/partition-store.ts";
import type { PaymentNeeds } from "../core/payments/payment-needs.ts";
import { purgeBusiness } from "../core/retention/retention.ts";
import type { DatabasePool } from "../db/database-pool.ts";
import type { RetentionSettings } from "../values/retention-settings.ts";
import { monthsAround } from "../values/transaction-id.ts";

export interface BusinessWorkNeeds {
  /** Works as the owner of the tables. */
  readonly owner: DatabasePool;
  readonly retention: RetentionSettings;
  readonly payments: PaymentNeeds;
  readonly ach: AchWorkNeeds;
}

/** The days of batches are those of US Central time, wherever a merchant is. */
const BATCH_ZONE = "America/Chicago";

/** Banks come and go: ask anew before each run. */
export async function allBusinessWork(needs: BusinessWorkNeeds): Promise<readonly BusinessWork[]> {
  return [...houseWork(needs), ...(await achBusinessWork(needs.ach))];
}

function houseWork({ owner, retention, payments }: BusinessWorkNeeds): readonly BusinessWork[] {
  return [
    {
      name: "make months",
      next: everyDayAt("00:30", "UTC"),
      run: async (at) => {
        const months = monthsAround(at);
        await ensureMonths(owner, months);
        return `partitions up to month ${months.at(-1)}`;
      },
    },
    {
      name: "purge",
      next: everyDayAt("03:00", "UTC"),
      run: (at) => purgeBusiness(owner, retention, at),
    },
    {
      name: "purge ACH",
      next: everyDayAt("03:15", "UTC"),
      run: (at) => purgeAch(owner, retention, at),
    },
    {
      name: "remind of inspections",
      next: everyDayAt("14:00", "UTC"),
      run: (at) => remindInspections({ ...payments, owner }, at),
    },
    {
      name: "close card batches",
      next: everyDayAt("23:00", BATCH_ZONE),
      run: (at) => closeBatches(payments, at),
    },
    {
      name: "lapse authorizations",
      next: everyDayAt("23:30", BATCH_ZONE),
      run: (at) => lapseAuthorizations(payments, at),
    },
  ];
}
