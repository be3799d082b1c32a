/** Plans a report: checks the request and determines the accounts, criteria and columns. */
import type { Clock } from "../../ports/clock.ts";
import { type Column, reportColumns } from "./column-list-sql.ts";
import type { ReportQuery } from "./criteria.ts";
import {
  combinationError,
  type QuestionError,
  type ReportQuestion,
  toCriteria,
} from "./question.ts";
import type { ReportableStore } from "./reportable-store.ts";

/** The account that requests the report. */
export interface ReportCaller {
  readonly id: string;
  readonly timeZone: string;
  readonly isAgent: boolean;
}

export interface PlanNeeds {
  readonly reportable: ReportableStore;
  readonly clock: Clock;
}

export type ReportPlan =
  | { readonly kind: "planned"; readonly query: ReportQuery; readonly columns: readonly Column[] }
  | { readonly kind: "invalid"; readonly error: QuestionError };

export async function planReport(
  needs: PlanNeeds,
  caller: ReportCaller,
  asked: ReportQuestion,
): Promise<ReportPlan> {
  const { timeZone } = caller;
  const accountIds = await findReportAccounts(needs, caller, asked.subAccounts);
  if (accountIds === undefined) {
    return { kind: "invalid", error: { kind: "invalid", part: "subAccounts" } };
  }
  const error = combinationError(asked);
  if (error !== undefined) return { kind: "invalid", error };
  const columns = await columnsFor(needs, asked, accountIds);
  const criteria = toCriteria(asked, { accountIds, timeZone, now: needs.clock.business() });
  return { kind: "planned", query: { criteria, shown: shownColumns(columns) }, columns };
}

export function shownColumns(columns: readonly Column[]): ReportQuery["shown"] {
  return columns.map(({ shown }) => shown);
}

/** Returns undefined for accounts that are unknown or not below the caller, with the same error. */
async function findReportAccounts(
  { reportable }: PlanNeeds,
  caller: ReportCaller,
  wanted: ReportQuestion["subAccounts"],
): Promise<readonly string[] | undefined> {
  if (wanted === undefined) return [caller.id];
  if (!caller.isAgent) return undefined;
  const own = await reportable.listSubAccounts(caller.id);
  if (wanted === "all") return own;
  return wanted.some((id) => !own.includes(id)) ? undefined : [...new Set(wanted)];
}

async function columnsFor(
  { reportable }: PlanNeeds,
  asked: ReportQuestion,
  accountIds: readonly string[],
): Promise<readonly Column[]> {
  const fields = asked.showsFormFields ? await reportable.listFormFields(accountIds) : [];
  const extras = {
    settleDate: asked.showsSettleDate,
    utc: asked.showsUtc,
    batch: asked.showsBatch,
    purchase: asked.showsPurchase,
  };
  return reportColumns(extras, fields);
}
