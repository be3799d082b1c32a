/**
 * The collaborators of a purge in tests: clocks that agree or differ, and approval by an operator.
 */

import type { PurgeNeeds } from "../../src/core/retention/run-purge.ts";
import type { DatabasePool } from "../../src/db/database-pool.ts";
import type { ClockComparison } from "../../src/ports/clock-comparison.ts";
import type { RetentionSettings } from "../../src/values/retention-settings.ts";

export const RETENTION: RetentionSettings = {
  transactionsMonths: 18,
  tokensMonths: 36,
  unspentIdsDays: 30,
  parserJournalMonths: 13,
  requestLogDays: 7,
  mailboxDays: 7,
  webhookAttemptsDays: 30,
  auditMonths: 12,
};

export function clocksApart(skewMs: number): ClockComparison {
  return { limitMs: 30_000, compare: async () => ({ skewMs, uncertaintyMs: 1 }) };
}

/** Like in certification, unless a test changes it. */
export function purgeNeeds(owner: DatabasePool, own: Partial<PurgeNeeds> = {}): PurgeNeeds {
  return { owner, clocks: clocksApart(0), asksOperator: false, ...own };
}

/** Like in production: a purge of more than usual needs an operator. */
export function strictPurgeNeeds(owner: DatabasePool): PurgeNeeds {
  return purgeNeeds(owner, { asksOperator: true });
}
