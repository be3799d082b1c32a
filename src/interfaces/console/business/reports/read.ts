/** Reads the filters of a report from a page or a saved filter, and reports all errors at once. */
import {
  everyReportColumn,
  listColumnsShownWith,
} from "../../../../core/reports/column-list-sql.ts";
import {
  type ReportQuestion as CoreQuestion,
  STATUSES,
  TENDER_TYPES,
} from "../../../../core/reports/question.ts";
import { reportZone } from "../../../../core/reports/report-days.ts";
import { readMatch, type TextMatch } from "../../../../core/reports/wildcard.ts";
import { type Cents, parseCents } from "../../../../values/money.ts";
import type { Body } from "../../read.ts";
import type { DateKind, ReportFilterName } from "../contract.ts";
import { type Place, readDates } from "./read-dates.ts";

/** The filters and the selected columns. Undefined columns are the default ones. */
export interface ReadQuestion {
  readonly question: CoreQuestion;
  readonly columns: ReadonlySet<string> | undefined;
}

export const PARTS: readonly ReportFilterName[] = [
  "dateKind",
  "preset",
  "startDate",
  "endDate",
  "day",
  "status",
  "tenderType",
  "amount",
  "amountMin",
  "amountMax",
  "name",
  "cashier",
  "customId",
  "group",
  "transactionId",
  "subAccounts",
  "columns",
  "formFields",
];

const DATE_KINDS: readonly DateKind[] = ["transaction", "batch", "action", "settled"];
const PURCHASE_COLUMNS = listColumnsShownWith("purchase");
const SUB_ACCOUNTS_MAX = 16_000;
const COLUMNS_MAX = 2_000;
const LISTED_ID = /^0*([1-9]\d{0,11})$/;

/** The caller must call `body.settle()`. */
export function readQuestion(body: Body, place: Place): ReadQuestion {
  const dateKind = optionalChoice(body, "dateKind", DATE_KINDS) ?? "transaction";
  const timeZone = reportZone(dateKind, place.timeZone);
  const columns = readColumns(body);
  const shows = (name: string) => columns?.has(name) ?? false;
  const question = {
    ...readDates(body, dateKind, { ...place, timeZone }),
    amount: cents(body, "amount"),
    amountMin: cents(body, "amountMin"),
    amountMax: cents(body, "amountMax"),
    ...readWords(body),
    status: optionalChoice(body, "status", STATUSES),
    tenderType: readTender(body, dateKind),
    transactionId: body.optionalText("transactionId", {
      form: [/^\d{1,12}$/, "A transaction ID has up to 12 digits."],
    }),
    subAccounts: readSubAccounts(body),
    showsBatch: shows("batch_date") || shows("batch_id"),
    showsSettleDate: shows("ach_settle_date"),
    showsUtc: shows("authorization_date_utc"),
    showsPurchase: PURCHASE_COLUMNS.some(shows),
    showsFormFields: body.optionalText("formFields") === "1",
  };
  return { question, columns };
}

/** Only ACH entries have a settlement date, so that date implies ACH. */
function readTender(body: Body, dateKind: DateKind): CoreQuestion["tenderType"] {
  const tender = optionalChoice(body, "tenderType", TENDER_TYPES) ?? "ALL";
  return dateKind === "settled" && tender === "ALL" ? "ACH" : tender;
}

function readWords(body: Body) {
  const match = (name: ReportFilterName, max: number): TextMatch | undefined => {
    const text = body.optionalText(name, { max });
    return text === undefined ? undefined : readMatch(text);
  };
  return {
    name: match("name", 100),
    cashier: match("cashier", 100),
    customId: match("customId", 50),
    group: match("group", 25),
  };
}

function optionalChoice<Choice extends string>(
  body: Body,
  name: ReportFilterName,
  choices: readonly Choice[],
): Choice | undefined {
  return body.optionalText(name) === undefined ? undefined : body.choice(name, choices);
}

function cents(body: Body, name: ReportFilterName): Cents | undefined {
  const text = body.optionalText(name, { max: 10 });
  if (text === undefined) return undefined;
  const amount = parseCents(text);
  if (amount === undefined) body.error(name, "Enter an amount, such as 12.34.");
  return amount;
}

function readSubAccounts(body: Body): CoreQuestion["subAccounts"] {
  const text = body.optionalText("subAccounts", { max: SUB_ACCOUNTS_MAX });
  if (text === undefined || text === "all") return text;
  const ids = text.split(",").map((one) => LISTED_ID.exec(one.trim())?.[1]);
  if (ids.includes(undefined)) body.error("subAccounts", "Enter account numbers.");
  return ids.filter((id) => id !== undefined);
}

function readColumns(body: Body): ReadonlySet<string> | undefined {
  const text = body.optionalText("columns", { max: COLUMNS_MAX });
  if (text === undefined) return undefined;
  const chosen = new Set(text.split(",").map((name) => name.trim()));
  const known = new Set(everyReportColumn().map(({ name }) => name));
  if (!chosen.isSubsetOf(known)) body.error("columns", "One of these columns does not exist.");
  return chosen;
}
