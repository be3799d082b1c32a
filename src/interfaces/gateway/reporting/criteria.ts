/** From parameters to what a report is about: conflicts, date rules, defaults. */
import { BATCH_ZONE } from "../../../core/reports/column-store.ts";
import type { Criteria } from "../../../core/reports/criteria.ts";
import { upTo, type Window, yesterday } from "../../../core/reports/date-window.ts";
import { RequestFault } from "../../../wire/fault.ts";
import type { ReportParameters } from "./read.ts";

/** Combinations that make no sense: what is missing (622) before what conflicts (623). */
export function checkCombination(asked: ReportParameters): void {
  const { amount, amountMin, amountMax, tenderType } = asked;
  const [missing] = Object.entries({ amount_min: amountMin, amount_max: amountMax })
    .filter(([, bound]) => bound === undefined)
    .map(([name]) => name);
  const hasBound = amountMin !== undefined || amountMax !== undefined;
  if (hasBound && missing !== undefined) throw new RequestFault("missing", missing);
  if (amount !== undefined && hasBound) throw conflicting("amount");
  if ((amountMin ?? 0) > (amountMax ?? Number.POSITIVE_INFINITY)) throw conflicting("amount_min");
  const isAboutAch = tenderType === "ALL" || tenderType === "ACH";
  if (isByUpdate(asked) && !isAboutAch) throw conflicting("action_date");
  if (asked.settleDate !== undefined && tenderType !== "ACH") throw conflicting("ach_settle_date");
}

function conflicting(name: string): RequestFault {
  return new RequestFault("conflicting", name);
}

/** What the ACH network said later is asked for by its own date. */
function isByUpdate({ actionDate, date }: ReportParameters): boolean {
  return actionDate !== undefined || date === "ACTION";
}

export interface Asking {
  readonly accountIds: readonly string[];
  readonly timeZone: string;
  readonly now: Temporal.Instant;
}

export function criteriaOf(asked: ReportParameters, asking: Asking): Criteria {
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

function amountsOf({ amount, amountMin, amountMax }: ReportParameters): Criteria["amount"] {
  const [min, max] = [amount ?? amountMin, amount ?? amountMax];
  return min === undefined || max === undefined ? undefined : { min, max };
}

type Dates = Pick<Criteria, "authorised" | "batched" | "updated">;

function datesOf(asked: ReportParameters, asking: Asking): Dates {
  const action = asked.actionDate === undefined ? [] : [asked.actionDate];
  const bounded = boundsOf(asked, asking);
  // E, date rule 1: a range overrides transaction_date.
  if (bounded === undefined) return { authorised: asked.transactionDate, updated: action };
  switch (asked.date) {
    case "ACTION":
      return { updated: [bounded, ...action] };
    case "BATCH":
      return { batched: bounded, updated: action };
    default:
      return { authorised: bounded, updated: action };
  }
}

/** E, date rules 1 to 3. Without any date, the day before; a transaction's id is date enough. */
function boundsOf(asked: ReportParameters, { now, timeZone }: Asking): Window | undefined {
  const { hasRange, startDate, endDate, date } = asked;
  if (hasRange) return { from: startDate?.from, until: endDate?.until ?? upTo(now) };
  const { transactionDate, actionDate, settleDate, transactionId } = asked;
  const given = transactionDate ?? actionDate ?? settleDate ?? transactionId;
  if (given !== undefined) return undefined;
  return yesterday(now, date === "BATCH" ? BATCH_ZONE : timeZone);
}
