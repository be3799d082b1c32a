/** What can be asked of a report, which of it goes together, and what it then is about. Pure. */
import { BATCH_ZONE } from "../../values/batch-zone.ts";
import type { Cents } from "../../values/money.ts";
import type { Criteria } from "./criteria.ts";
import { type DateMatch, justAfter, type Window, yesterday } from "./date-window.ts";
import type { TextMatch } from "./wildcard.ts";

export const TENDER_TYPES = ["ALL", "CARD", "ACH", "EBT", "GIFT"] as const;
export const STATUSES = ["APPROVED", "DECLINED"] as const;
export const DATES = ["ACTION", "BATCH"] as const;

export interface ReportQuestion {
  readonly settleDate: DateMatch | undefined;
  readonly actionDate: DateMatch | undefined;
  readonly amount: Cents | undefined;
  readonly amountMax: Cents | undefined;
  readonly amountMin: Cents | undefined;
  readonly showsBatch: boolean;
  readonly cashier: TextMatch | undefined;
  readonly customId: TextMatch | undefined;
  /** The date that the range limits. Undefined for the transaction date. */
  readonly date: (typeof DATES)[number] | undefined;
  /** Whether a range was requested, even with blank bounds. */
  readonly hasRange: boolean;
  readonly startDate: DateMatch | undefined;
  readonly endDate: DateMatch | undefined;
  readonly group: TextMatch | undefined;
  readonly showsSettleDate: boolean;
  readonly name: TextMatch | undefined;
  readonly showsFormFields: boolean;
  readonly status: (typeof STATUSES)[number] | undefined;
  readonly tenderType: (typeof TENDER_TYPES)[number];
  readonly transactionDate: DateMatch | undefined;
  readonly transactionId: string | undefined;
  readonly showsUtc: boolean;
  readonly showsPurchase: boolean;
  readonly subAccounts: "all" | readonly string[] | undefined;
}

/** An invalid combination. Each interface has its own name for the part. */
export interface QuestionError {
  readonly kind: "missing" | "conflicting" | "invalid";
  readonly part: "amountMin" | "amountMax" | "amount" | "actionDate" | "settleDate" | "subAccounts";
}

/** Missing parameters (622) come before conflicting ones (623). */
export function combinationError(asked: ReportQuestion): QuestionError | undefined {
  const { amount, amountMin, amountMax, tenderType } = asked;
  const hasBound = amountMin !== undefined || amountMax !== undefined;
  if (hasBound && amountMin === undefined) return { kind: "missing", part: "amountMin" };
  if (hasBound && amountMax === undefined) return { kind: "missing", part: "amountMax" };
  if (amount !== undefined && hasBound) return conflicting("amount");
  if ((amountMin ?? 0) > (amountMax ?? Number.POSITIVE_INFINITY)) return conflicting("amountMin");
  const isAboutAch = tenderType === "ALL" || tenderType === "ACH";
  if (isByUpdate(asked) && !isAboutAch) return conflicting("actionDate");
  const isSettled = asked.settleDate !== undefined;
  return isSettled && tenderType !== "ACH" ? conflicting("settleDate") : undefined;
}

function conflicting(part: QuestionError["part"]): QuestionError {
  return { kind: "conflicting", part };
}

/** Whether the report lists ACH updates, which are found by their own date. */
function isByUpdate({ actionDate, date }: ReportQuestion): boolean {
  return actionDate !== undefined || date === "ACTION";
}

export interface QuestionContext {
  readonly accountIds: readonly string[];
  readonly timeZone: string;
  readonly now: Temporal.Instant;
}

export function toCriteria(asked: ReportQuestion, asking: QuestionContext): Criteria {
  const { accountIds, timeZone } = asking;
  return {
    accountIds,
    timeZone,
    records: isByUpdate(asked) ? "updates" : "transactions",
    transactionId: asked.transactionId,
    ...dateCriteria(asked, asking),
    settled: asked.settleDate,
    amount: amountRange(asked),
    status: asked.status === undefined ? undefined : STATUS[asked.status],
    tenderType: asked.tenderType === "ALL" ? undefined : asked.tenderType,
    cashier: asked.cashier,
    customId: asked.customId,
    group: asked.group,
    name: asked.name,
  };
}

const STATUS = { APPROVED: "approved", DECLINED: "declined" } as const;

function amountRange({ amount, amountMin, amountMax }: ReportQuestion): Criteria["amount"] {
  const [min, max] = [amount ?? amountMin, amount ?? amountMax];
  return min === undefined || max === undefined ? undefined : { min, max };
}

type Dates = Pick<Criteria, "authorized" | "batched" | "updated">;

function dateCriteria(asked: ReportQuestion, asking: QuestionContext): Dates {
  const action = asked.actionDate === undefined ? [] : [asked.actionDate];
  const bounded = dateRange(asked, asking);
  // Contract E, date rule 1: a range overrides transaction_date.
  if (bounded === undefined) return { authorized: asked.transactionDate, updated: action };
  switch (asked.date) {
    case "ACTION":
      return { updated: [bounded, ...action] };
    case "BATCH":
      return { batched: bounded, updated: action };
    default:
      return { authorized: bounded, updated: action };
  }
}

/** Contract E, date rules 1 to 3. Without a date and a transaction id, the range is yesterday. */
function dateRange(asked: ReportQuestion, { now, timeZone }: QuestionContext): Window | undefined {
  const { hasRange, startDate, endDate, date } = asked;
  if (hasRange) return { from: startDate?.from, until: endDate?.until ?? justAfter(now) };
  const { transactionDate, actionDate, settleDate, transactionId } = asked;
  const given = transactionDate ?? actionDate ?? settleDate ?? transactionId;
  if (given !== undefined) return undefined;
  return yesterday(now, date === "BATCH" ? BATCH_ZONE : timeZone);
}
