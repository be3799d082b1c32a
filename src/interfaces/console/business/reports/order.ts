/** Builds a report request from the merchant and the filters of the page. */
import type { AccountStore } from "../../../../core/accounts/account-store.ts";
import type { Column } from "../../../../core/reports/column-list-sql.ts";
import type { ReportQuery } from "../../../../core/reports/criteria.ts";
import {
  type PlanNeeds,
  planReport,
  type ReportCaller,
  shownColumns,
} from "../../../../core/reports/plan-report.ts";
import type { QuestionError } from "../../../../core/reports/question.ts";
import type { MerchantPerson } from "../../../../core/sessions/person.ts";
import { RequestError } from "../../../../wire/request-error.ts";
import { invalid } from "../../errors.ts";
import type { Body } from "../../read.ts";
import { readQuestion } from "./read.ts";

export interface ReportOrderNeeds extends PlanNeeds {
  readonly accounts: Pick<AccountStore, "findAccount">;
}

export interface ReportOrder {
  readonly asker: ReportCaller;
  readonly query: ReportQuery;
  readonly columns: readonly Column[];
}

export async function readReportOrder(
  needs: ReportOrderNeeds,
  person: MerchantPerson,
  body: Body,
): Promise<ReportOrder> {
  const asker = await reportCaller(needs, person);
  const place = { timeZone: asker.timeZone, now: needs.clock.business() };
  const { question, columns: chosen } = readQuestion(body, place);
  body.settle();
  const plan = await planReport(needs, asker, question);
  if (plan.kind === "invalid") throw invalid(questionErrorText(plan.error));
  const columns = plan.columns.filter(({ name, shown }) =>
    // Payment form fields are shown all together or not at all, because merchants name them.
    typeof shown === "string" ? (chosen?.has(name) ?? true) : true,
  );
  return { asker, query: { ...plan.query, shown: shownColumns(columns) }, columns };
}

export async function reportCaller(
  { accounts }: Pick<ReportOrderNeeds, "accounts">,
  { account }: MerchantPerson,
): Promise<ReportCaller> {
  const found = await accounts.findAccount(account.id);
  if (found === undefined) throw new RequestError("not_found", "account");
  return found;
}

const SENTENCES: Record<QuestionError["part"], string> = {
  amountMin: "Enter both amounts, the smaller one first.",
  amountMax: "Enter both amounts, the smaller one first.",
  amount: "Enter an exact amount or a range, not both.",
  actionDate: "Only ACH payments have an update date. Choose ACH or all payment methods.",
  settleDate: "Only ACH payments have a settlement date. Choose ACH.",
  subAccounts: "One of these accounts is not your sub-account.",
};

/** Errors use the field names of the page. */
const NAMES: Partial<Record<QuestionError["part"], string>> = {
  actionDate: "tenderType",
  settleDate: "tenderType",
};

function questionErrorText({ part }: QuestionError): Record<string, string> {
  return { [NAMES[part] ?? part]: SENTENCES[part] };
}
