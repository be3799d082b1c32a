/** What can be asked of a report, which of it goes together, and what it then is about. Pure. */
import { BATCH_ZONE } from "../../values/batch-zone.ts";
import type { Cents } from "../../values/money.ts";
import type { Criteria } from "./criteria.ts";
import { type DateMatch, upTo, type Window, yesterday } from "./date-window.ts";
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
  /** Which date the range bounds; undefined: the transaction's. */
  readonly date: (typeof DATES)[number] | undefined;
  /** Whether a range was asked for, be it by blank bounds. */
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
  readonly subAccounts: "all" | readonly string[] | undefined;
}

/** What makes no sense together, by the part of the question that each interface has its own name for. */
export interface QuestionError {
  readonly kind: "missing" | "conflicting" | "invalid";
  readonly part: "amountMin" | "amountMax" | "amount" | "actionDate" | "settleDate" | "subAccounts";
}

/** What is missing (622) before what conflicts (623). */
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

/** What the ACH network said later is asked for by its own date. */
function isByUpdate({ actionDate, date }: ReportQuestion): boolean {
  return actionDate !== undefined || date === "ACTION";
}

export interface Asking {
  readonly accountIds: readonly string[];
  readonly timeZone: string;
  readonly now: Temporal.Instant;
}

export function criteriaOf(asked: ReportQuestion, asking: Asking): Criteria {
  const { accountIds, timeZone } = asking;
  return {
    accountIds,
    timeZone,
    records: isByUpdate(asked) ? "updates" : "transactions",
    transactionId: asked.transactionId,
    ...datesOf(asked, asking),
    settled: asked.settleDate,
    amount: amountsOf(asked),
    status: asked.status === undefined ? undefined : STATUS[asked.status],
    tenderType: asked.tenderType === "ALL" ? undefined : asked.tenderType,
    cashier: asked.cashier,
    customId: asked.customId,
    group: asked.group,
    name: asked.name,
  };
}

const STATUS = { APPROVED: "approved", DECLINED: "declined" } as const;

function amountsOf({ amount, amountMin, amountMax }: ReportQuestion): Criteria["amount"] {
  const [min, max] = [amount ?? amountMin, amount ?? amountMax];
  return min === undefined || max === undefined ? undefined : { min, max };
}

type Dates = Pick<Criteria, "authorized" | "batched" | "updated">;

function datesOf(asked: ReportQuestion, asking: Asking): Dates {
  const action = asked.actionDate === undefined ? [] : [asked.actionDate];
  const bounded = boundsOf(asked, asking);
  // E, date rule 1: a range overrides transaction_date.
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

/** E, date rules 1 to 3. Without any date, the day before; a transaction's id is date enough. */
function boundsOf(asked: ReportQuestion, { now, timeZone }: Asking): Window | undefined {
  const { hasRange, startDate, endDate, date } = asked;
  if (hasRange) return { from: startDate?.from, until: endDate?.until ?? upTo(now) };
  const { transactionDate, actionDate, settleDate, transactionId } = asked;
  const given = transactionDate ?? actionDate ?? settleDate ?? transactionId;
  if (given !== undefined) return undefined;
  return yesterday(now, date === "BATCH" ? BATCH_ZONE : timeZone);
}
