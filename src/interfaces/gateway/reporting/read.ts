/** Reads a report's parameters. Errors come out in the order of their codes: 607, 621, 622, 623. */

import Type from "typebox";
import { type DateForms, type DateMatch, readDate } from "../../../core/reports/date-window.ts";
import {
  DATES,
  type ReportQuestion,
  STATUSES,
  TENDER_TYPES,
} from "../../../core/reports/question.ts";
import { hasWildcard, readMatch } from "../../../core/reports/wildcard.ts";
import { BATCH_ZONE } from "../../../values/batch-zone.ts";
import { parseCents } from "../../../values/money.ts";
import type { Form } from "../../../wire/form.ts";
import { must, PLAIN } from "../../../wire/reader/check.ts";
import {
  formChoice,
  formError,
  formFlag,
  formSource,
  formText,
  takeFormText,
} from "../../../wire/reader/form-rules.ts";
import { isLonger } from "../../../wire/reader/plain-text.ts";
import { INVALID, ownProblem, Problem } from "../../../wire/reader/problem.ts";
import { type Rule, type RuleValue, textRule } from "../../../wire/reader/rule.ts";
import { AllErrors } from "../../../wire/reader/sink.ts";
import { FORMATS, type Format } from "../../../wire/report-formats.ts";
import { InvalidField, type RequestError } from "../../../wire/request-error.ts";

/** The longest form of a date: with its time and an offset. */
const DATE_LENGTH_MAX = 25;
const DAY_LENGTH_MAX = 10;
const SUB_ACCOUNTS_LENGTH_MAX = 16_000;
const NOT_A_DATE = new Problem("not_a_date");
const NOT_DIGITS = new Problem("not_digits");
const NOT_SUB_ACCOUNTS = ownProblem("must be all, or account ids separated by commas");
const NOT_AN_AMOUNT = new Problem("not_an_amount");
const NO_WILDCARD = ownProblem("does not accept wildcards");
/** Spaces around an account id in a list are ignored, and so are leading zeros. */
const ACCOUNT_ID = /^ *(?=\d{1,12} *$)0*([1-9]\d*) *$/;
const ALL_DIGITS = /^\d+$/;

export interface ReportParameters extends ReportQuestion {
  readonly format: Format;
}

/** The length is checked last, so that a text that is not a date is reported as an invalid date. */
function dateText(lengthMax: number) {
  const schema = Type.String({ maxLength: lengthMax });
  return textRule(takeFormText, [PLAIN]).optional().shownAs(schema);
}

const matchRule = (lengthMax: number) => formText(lengthMax).as(readMatch, INVALID).optional();
const AMOUNT = formText(10)
  .as(parseCents, NOT_AN_AMOUNT)
  .optional()
  .describe({ examples: ["12.34"] });
const FLAG = formFlag()
  .or(false)
  .shownAs(Type.Enum(["1", "0", "true", "false"]));

function readSubAccounts(text: string): ReportQuestion["subAccounts"] {
  if (text === "all") return "all";
  const ids = text.split(",").map((id) => ACCOUNT_ID.exec(id)?.[1]);
  return ids.every((id) => id !== undefined) ? ids : undefined;
}

export const PARAMETER_RULES = {
  ach_settle_date: dateText(DAY_LENGTH_MAX),
  action_date: dateText(DAY_LENGTH_MAX),
  amount: AMOUNT,
  amount_max: AMOUNT,
  amount_min: AMOUNT,
  batch_detail: FLAG,
  cashier: matchRule(100),
  custom_id: matchRule(50),
  date: formChoice(DATES).optional(),
  start_date: dateText(DATE_LENGTH_MAX),
  end_date: dateText(DATE_LENGTH_MAX),
  group: matchRule(25),
  include_ach_settle_date: FLAG,
  name: matchRule(100),
  purchase_detail: FLAG,
  reportable_fields: FLAG,
  response_format: formChoice(FORMATS)
    .or("CSV" as const)
    .describe({ default: "CSV" }),
  status: formChoice(STATUSES).optional(),
  tender_type: formChoice(TENDER_TYPES)
    .or("ALL" as const)
    .describe({ default: "ALL" }),
  transaction_date: dateText(DATE_LENGTH_MAX),
  transaction_id: formText(
    12,
    must((text) => ALL_DIGITS.test(text), NOT_DIGITS, { pattern: "^[0-9]+$" }),
  ).optional(),
  utc_time: FLAG,
  sub_account_ids: formText(SUB_ACCOUNTS_LENGTH_MAX)
    .as(readSubAccounts, NOT_SUB_ACCOUNTS)
    .optional()
    .shownAs(Type.String()),
};

export type ParameterName = keyof typeof PARAMETER_RULES;

export function readParameters(form: Form, timeZone: string): ReportParameters {
  const reader = new ParameterReader(form);
  const parameters = readAll(reader, form, timeZone);
  const isBackwards = parameters.startDate && parameters.endDate && startsAfter(parameters);
  const errors = isBackwards ? [...reader.errors, STARTS_AFTER] : reader.errors;
  const first = errors.find(({ kind }) => kind === "invalid_date") ?? errors[0];
  if (first !== undefined) throw first;
  return parameters;
}

function readAll(read: ParameterReader, form: Form, timeZone: string): ReportParameters {
  const date = read.value("date");
  // With date=BATCH the range is in the time zone of batch_date.
  const bounds = { timeZone: date === "BATCH" ? BATCH_ZONE : timeZone, allowsOffset: true };
  const moments = { timeZone, allowsTime: true, allowsOffset: true, allowsWildcards: true };
  return {
    settleDate: read.date("ach_settle_date", DAY_LENGTH_MAX, { timeZone }),
    actionDate: read.date("action_date", DAY_LENGTH_MAX, { timeZone, allowsWildcards: true }),
    amount: read.value("amount"),
    amountMax: read.value("amount_max"),
    amountMin: read.value("amount_min"),
    showsBatch: read.value("batch_detail"),
    cashier: read.value("cashier"),
    customId: read.value("custom_id"),
    date,
    hasRange: form.has("start_date") || form.has("end_date"),
    startDate: read.date("start_date", DATE_LENGTH_MAX, bounds),
    endDate: read.date("end_date", DATE_LENGTH_MAX, bounds),
    group: read.value("group"),
    showsSettleDate: read.value("include_ach_settle_date"),
    name: read.value("name"),
    showsPurchase: read.value("purchase_detail"),
    showsFormFields: read.value("reportable_fields"),
    format: read.value("response_format"),
    status: read.value("status"),
    tenderType: read.value("tender_type"),
    transactionDate: read.date("transaction_date", DATE_LENGTH_MAX, moments),
    transactionId: read.value("transaction_id"),
    showsUtc: read.value("utc_time"),
    subAccounts: read.value("sub_account_ids"),
  };
}

const STARTS_AFTER = new InvalidField("start_date", "must not be after end_date", "invalid_date");

function startsAfter({ startDate, endDate }: ReportParameters): boolean {
  const [from, until] = [startDate?.from, endDate?.until];
  if (from === undefined || until === undefined) return false;
  return Temporal.Instant.compare(from, until) >= 0;
}

type DateName = "ach_settle_date" | "action_date" | "start_date" | "end_date" | "transaction_date";

/** Continues after an error, so that the first in the order of codes can be reported. */
class ParameterReader extends AllErrors<string, RequestError> {
  readonly #source: (name: string) => unknown;

  constructor(form: Form) {
    super(formError);
    this.#source = formSource(form);
  }

  value<Name extends ParameterName>(name: Name): RuleValue<(typeof PARAMETER_RULES)[Name]> {
    const rule = PARAMETER_RULES[name] as Rule<unknown, string>;
    return rule.read(this.#source(name), name, this) as RuleValue<(typeof PARAMETER_RULES)[Name]>;
  }

  date(name: DateName, lengthMax: number, forms: DateForms) {
    const errorsBefore = this.errors.length;
    const text = this.value(name);
    if (text === undefined || this.errors.length > errorsBefore) return undefined;
    const match = matchDate(text, lengthMax, forms);
    if (!(match instanceof Problem)) return match;
    this.report(name, match);
    return undefined;
  }
}

/** Only patterns can be too long. */
function matchDate(text: string, lengthMax: number, forms: DateForms): DateMatch | Problem<string> {
  if (hasWildcard(text) && !forms.allowsWildcards) return NO_WILDCARD;
  const match = readDate(text, forms);
  if (match === undefined) return NOT_A_DATE;
  return isLonger(text, lengthMax) ? new Problem("too_long", { max: lengthMax }) : match;
}
