/** All work that business time brings, in the order in which it runs at the same moment. */
import { type BusinessWork, everyDayAt } from "../core/calendar/business-work.ts";
import { ensureMonths } from "../core/payments/partition-store.ts";
import { purgeBusiness } from "../core/retention/retention.ts";
import type { DatabasePool } from "../db/database.ts";
import type { RetentionSettings } from "../values/retention-settings.ts";
import { monthsAround } from "../values/transaction-id.ts";

export interface BusinessWorkNeeds {
  /** Works as the owner of the tables. */
  readonly owner: DatabasePool;
  readonly retention: RetentionSettings;
}

export function allBusinessWork({ owner, retention }: BusinessWorkNeeds): readonly BusinessWork[] {
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
  ];
}
