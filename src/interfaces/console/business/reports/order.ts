/** From a merchant and what its page sent to a report that can be run. */
import type { AccountStore } from "../../../../core/accounts/account-store.ts";
import type { Column } from "../../../../core/reports/column-list-sql.ts";
import type { ReportQuery } from "../../../../core/reports/criteria.ts";
import {
  type Asker,
  type PlanNeeds,
  planReport,
  shownOf,
} from "../../../../core/reports/plan-report.ts";
import type { QuestionError } from "../../../../core/reports/question.ts";
import type { MerchantPerson } from "../../../../core/sessions/person.ts";
import { RequestError } from "../../../../wire/request-error.ts";
import { invalid } from "../../errors.ts";
import type { Body } from "../../read.ts";
import { readQuestion } from "./read.ts";

export interface OrderNeeds extends PlanNeeds {
  readonly accounts: Pick<AccountStore, "find">;
}

export interface Order {
  readonly asker: Asker;
  readonly query: ReportQuery;
  readonly columns: readonly Column[];
}

export async function readOrder(
  needs: OrderNeeds,
  person: MerchantPerson,
  body: Body,
): Promise<Order> {
  const asker = await askerOf(needs, person);
  const place = { timeZone: asker.timeZone, now: needs.clock.business() };
  const { question, columns: chosen } = readQuestion(body, place);
  body.settle();
  const plan = await planReport(needs, asker, question);
  if (plan.kind === "invalid") throw invalid(sentenceOf(plan.error));
  const columns = plan.columns.filter(({ name, shown }) =>
    // Fields of forms are shown all or none: their names are the merchant's own.
    typeof shown === "string" ? (chosen?.has(name) ?? true) : true,
  );
  return { asker, query: { ...plan.query, shown: shownOf(columns) }, columns };
}

export async function askerOf(
  { accounts }: Pick<OrderNeeds, "accounts">,
  { account }: MerchantPerson,
): Promise<Asker> {
  const found = await accounts.find(account.id);
  if (found === undefined) throw new RequestError("not_found", "account");
  return found;
}

const SENTENCES: Record<QuestionError["part"], string> = {
  amountMin: "Give both ends of the range, the smaller amount first.",
  amountMax: "Give both ends of the range, the smaller amount first.",
  amount: "Give one amount or a range, not both.",
  actionDate: "Only ACH payments are updated later: choose ACH or all kinds of payment.",
  settleDate: "Only ACH payments have a settlement date: choose ACH.",
  subAccounts: "One of these accounts is not below yours.",
};

/** Under the name that the page has for it. */
const NAMES: Partial<Record<QuestionError["part"], string>> = {
  actionDate: "tenderType",
  settleDate: "tenderType",
};

function sentenceOf({ part }: QuestionError): Record<string, string> {
  return { [NAMES[part] ?? part]: SENTENCES[part] };
}
