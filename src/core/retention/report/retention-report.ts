/** The report for auditors: what is kept how long, the oldest rows, purges on hold, last purges. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { RetentionSettings } from "../../../values/retention-settings.ts";
import { firstDayOfMonth } from "../outlook.ts";
import { type HeldPurge, PurgeStore } from "../purge-store.ts";
import { BUSINESS_PURGE, WALL_PURGE } from "../retention.ts";
import { type LastPurge, type OldestRows, RetentionReportStore } from "./retention-report-store.ts";
import { listRetentionRules, type RetentionRule, type Span } from "./retention-rules.ts";

export interface ReportedTable extends Omit<RetentionRule, "span" | "clock"> {
  readonly keeps: string;
  readonly oldestAt: Temporal.Instant | null;
  /** Rows are there that should have been removed. */
  readonly isOverdue: boolean;
}

export interface RetentionReport {
  readonly at: Temporal.Instant;
  readonly tables: readonly ReportedTable[];
  readonly held: readonly HeldPurge[];
  readonly lastPurges: readonly LastPurge[];
}

export interface ReportNeeds {
  readonly owner: DatabasePool;
  readonly clock: Clock;
}

const ACH_PURGE = "purge ACH";
/** Purges run once a day. Whole months are removed later than their first day. */
const SLACK_DAYS = 2;
const MONTH_SLACK_DAYS = 64;

export async function makeRetentionReport(
  { owner, clock }: ReportNeeds,
  settings: RetentionSettings,
): Promise<RetentionReport> {
  const store = new RetentionReportStore(owner);
  const oldest = { ...(await store.findOldestRows()), transactions: await findOldestDay(store) };
  const times = { business: clock.business(), wall: clock.wall() };
  return {
    at: clock.wall(),
    tables: listRetentionRules(settings).map((rule) => judgeRule(rule, oldest, times)),
    held: await new PurgeStore(owner).listHeld(),
    lastPurges: await store.listLastPurges([BUSINESS_PURGE, WALL_PURGE, ACH_PURGE]),
  };
}

async function findOldestDay(store: RetentionReportStore): Promise<Temporal.Instant | null> {
  const month = await store.findOldestMonth();
  return month === undefined ? null : firstDayOfMonth(month);
}

interface Times {
  readonly business: Temporal.Instant;
  readonly wall: Temporal.Instant;
}

/** Exported for its test. */
export function judgeRule(rule: RetentionRule, oldest: OldestRows, times: Times): ReportedTable {
  const { table, what, span, because, clock } = rule;
  const oldestAt = oldest[table] ?? null;
  const slack = table === "transactions" ? MONTH_SLACK_DAYS : SLACK_DAYS;
  const limit =
    span === undefined ? undefined : subtract(subtract(times[clock], span), { days: slack });
  const isOverdue =
    oldestAt !== null && limit !== undefined && Temporal.Instant.compare(oldestAt, limit) < 0;
  return { table, what, because, keeps: spanText(span), oldestAt, isOverdue };
}

function subtract(moment: Temporal.Instant, span: Span): Temporal.Instant {
  return moment.toZonedDateTimeISO("UTC").subtract(span).toInstant();
}

function spanText(span: Span | undefined): string {
  if (span === undefined) return "without limit";
  return "months" in span ? `${span.months} months` : `${span.days} days`;
}
