/** Reads the form of a request into a report that can be run. */
import type { Column } from "../../../core/reports/column-list-sql.ts";
import type { ReportQuery } from "../../../core/reports/criteria.ts";
import {
  type PlanNeeds,
  planReport,
  type ReportCaller,
} from "../../../core/reports/plan-report.ts";
import type { QuestionError } from "../../../core/reports/question.ts";
import type { Form } from "../../../wire/form.ts";
import type { Format } from "../../../wire/report-formats.ts";
import { InvalidField, RequestError } from "../../../wire/request-error.ts";
import { readParameters } from "./read.ts";

export type Caller = ReportCaller;
export type OrderNeeds = PlanNeeds;

export interface Order {
  readonly query: ReportQuery;
  readonly columns: readonly Column[];
  readonly format: Format;
}

export async function readOrder(needs: OrderNeeds, caller: Caller, form: Form): Promise<Order> {
  const asked = readParameters(form, caller.timeZone);
  const plan = await planReport(needs, caller, asked);
  if (plan.kind === "planned") return { ...plan, format: asked.format };
  throw planError(plan.error);
}

function planError({ kind, part }: QuestionError): RequestError {
  if (kind === "missing") return new RequestError(kind, NAMES[part]);
  return new InvalidField(NAMES[part], RULES[part], kind);
}

const NAMES: Readonly<Record<QuestionError["part"], string>> = {
  amountMin: "amount_min",
  amountMax: "amount_max",
  amount: "amount",
  actionDate: "action_date",
  settleDate: "ach_settle_date",
  subAccounts: "sub_account_ids",
};

/** Each rule completes the sentence "The parameter …". */
const RULES: Readonly<Record<QuestionError["part"], string>> = {
  amountMin: "must not be greater than amount_max",
  amountMax: "must not be less than amount_min",
  amount: "cannot be combined with amount_min and amount_max",
  actionDate:
    "cannot be combined with tender_type CARD, EBT or GIFT, because only ACH payments have updates",
  settleDate: "needs tender_type=ACH",
  subAccounts: "must be all or list sub-accounts of this account, and the account must be an agent",
};
