/** From an account and its question to a report that can be run: whose records, which columns. */
import type { Clock } from "../../ports/clock.ts";
import { type Column, reportColumns } from "./column-list-sql.ts";
import type { ReportQuery } from "./criteria.ts";
import {
  combinationError,
  criteriaOf,
  type QuestionError,
  type ReportQuestion,
} from "./question.ts";
import type { ReportableStore } from "./reportable-store.ts";

/** The account that asks. */
export interface Asker {
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
  asker: Asker,
  asked: ReportQuestion,
): Promise<ReportPlan> {
  const { timeZone } = asker;
  const accountIds = await accountsOf(needs, asker, asked.subAccounts);
  if (accountIds === undefined) {
    return { kind: "invalid", error: { kind: "invalid", part: "subAccounts" } };
  }
  const error = combinationError(asked);
  if (error !== undefined) return { kind: "invalid", error };
  const columns = await columnsFor(needs, asked, accountIds);
  const criteria = criteriaOf(asked, { accountIds, timeZone, now: needs.clock.business() });
  return { kind: "planned", query: { criteria, shown: shownOf(columns) }, columns };
}

export function shownOf(columns: readonly Column[]): ReportQuery["shown"] {
  return columns.map(({ shown }) => shown);
}

/** Undefined: not this asker's. Another's account answers exactly like one that does not exist. */
async function accountsOf(
  { reportable }: PlanNeeds,
  asker: Asker,
  wanted: ReportQuestion["subAccounts"],
): Promise<readonly string[] | undefined> {
  if (wanted === undefined) return [asker.id];
  if (!asker.isAgent) return undefined;
  const own = await reportable.subAccounts(asker.id);
  if (wanted === "all") return own;
  return wanted.some((id) => !own.includes(id)) ? undefined : [...new Set(wanted)];
}

async function columnsFor(
  { reportable }: PlanNeeds,
  asked: ReportQuestion,
  accountIds: readonly string[],
): Promise<readonly Column[]> {
  const { showsSettleDate: settleDate, showsUtc: utc, showsBatch: batch } = asked;
  const fields = asked.showsFormFields ? await reportable.formFields(accountIds) : [];
  return reportColumns({ settleDate, utc, batch }, fields);
}
