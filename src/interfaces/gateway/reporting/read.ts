/** Reads a report's parameters. Errors come out in the order of their codes: 607, 621, 622, 623. */

import { type DateForms, type DateMatch, readDate } from "../../../core/reports/date-window.ts";
import {
  DATES,
  type ReportQuestion,
  STATUSES,
  TENDER_TYPES,
} from "../../../core/reports/question.ts";
import { hasWildcard, readMatch, type TextMatch } from "../../../core/reports/wildcard.ts";
import { BATCH_ZONE } from "../../../values/batch-zone.ts";
import { type Cents, parseCents } from "../../../values/money.ts";
import type { Fields } from "../../../wire/fields.ts";
import { isLonger } from "../../../wire/reader/plain-text.ts";
import { FORMATS, type Format } from "../../../wire/report-formats.ts";
import { RequestError } from "../../../wire/request-error.ts";

/** The longest form of a date: with its time and an offset. */
const DATE_LENGTH_MAX = 25;
const SUB_ACCOUNTS_LENGTH_MAX = 16_000;

export interface ReportParameters extends ReportQuestion {
  readonly format: Format;
}

export function readParameters(fields: Fields, timeZone: string): ReportParameters {
  const errors: RequestError[] = [];
  const parameters = readAll(new ParameterReader(fields, errors), timeZone);
  const isBackwards = parameters.startDate && parameters.endDate && startsAfter(parameters);
  if (isBackwards) errors.push(new RequestError("invalid_date", "start_date"));
  const first = errors.find(({ kind }) => kind === "invalid_date") ?? errors[0];
  if (first !== undefined) throw first;
  return parameters;
}

function readAll(read: ParameterReader, timeZone: string): ReportParameters {
  const date = read.oneOf("date", DATES);
  // The bounds of date=BATCH are those of the zone that batch_date is written in.
  const bounds = { timeZone: date === "BATCH" ? BATCH_ZONE : timeZone, allowsOffset: true };
  const moments = { timeZone, allowsTime: true, allowsOffset: true, allowsWildcards: true };
  return {
    settleDate: read.date("ach_settle_date", 10, { timeZone }),
    actionDate: read.date("action_date", 10, { timeZone, allowsWildcards: true }),
    amount: read.cents("amount"),
    amountMax: read.cents("amount_max"),
    amountMin: read.cents("amount_min"),
    showsBatch: read.flag("batch_detail"),
    cashier: read.match("cashier", 100),
    customId: read.match("custom_id", 50),
    date,
    hasRange: read.has("start_date") || read.has("end_date"),
    startDate: read.date("start_date", DATE_LENGTH_MAX, bounds),
    endDate: read.date("end_date", DATE_LENGTH_MAX, bounds),
    group: read.match("group", 25),
    showsSettleDate: read.flag("include_ach_settle_date"),
    name: read.match("name", 100),
    showsFormFields: read.flag("reportable_fields"),
    format: read.oneOf("response_format", FORMATS) ?? "CSV",
    status: read.oneOf("status", STATUSES),
    tenderType: read.oneOf("tender_type", TENDER_TYPES) ?? "ALL",
    transactionDate: read.date("transaction_date", DATE_LENGTH_MAX, moments),
    transactionId: read.digits("transaction_id", 12),
    showsUtc: read.flag("utc_time"),
    subAccounts: read.subAccounts("sub_account_ids"),
  };
}

function startsAfter({ startDate, endDate }: ReportParameters): boolean {
  const [from, until] = [startDate?.from, endDate?.until];
  if (from === undefined || until === undefined) return false;
  return Temporal.Instant.compare(from, until) >= 0;
}

/** Reads on after an error, so that the first in the order of codes can be told. */
class ParameterReader {
  readonly #fields: Fields;
  readonly #errors: RequestError[];

  constructor(fields: Fields, errors: RequestError[]) {
    this.#fields = fields;
    this.#errors = errors;
  }

  has(name: string): boolean {
    return this.#fields.has(name);
  }

  /** What is no date is told as such, however long it is: only patterns can be too long. */
  date(name: string, lengthMax: number, forms: DateForms): DateMatch | undefined {
    return this.#read(name, Number.POSITIVE_INFINITY, (text) => {
      if (hasWildcard(text) && !forms.allowsWildcards) throw new RequestError("invalid", name);
      const match = orError(readDate(text, forms), "invalid_date", name);
      if (isLonger(text, lengthMax)) throw new RequestError("too_long", name, lengthMax);
      return match;
    });
  }

  cents(name: string): Cents | undefined {
    return this.#read(name, 10, (text) => orError(parseCents(text), "invalid", name));
  }

  match(name: string, lengthMax: number): TextMatch | undefined {
    return this.#read(name, lengthMax, readMatch);
  }

  digits(name: string, lengthMax: number): string | undefined {
    return this.#read(name, lengthMax, (text) =>
      orError(/^\d+$/.test(text) ? text : undefined, "invalid", name),
    );
  }

  subAccounts(name: string): ReportParameters["subAccounts"] {
    return this.#read(name, SUB_ACCOUNTS_LENGTH_MAX, (text) => {
      if (text === "all") return "all";
      return text.split(",").map((id) => orError(ACCOUNT_ID.exec(id)?.[1], "invalid", name));
    });
  }

  flag(name: string): boolean {
    return this.#try(() => this.#fields.flag(name)) ?? false;
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    return this.#try(() => this.#fields.oneOf(name, allowed));
  }

  #read<Result>(name: string, lengthMax: number, parse: (text: string) => Result) {
    return this.#try(() => {
      const text = this.#fields.optional(name, lengthMax);
      return text === undefined ? undefined : parse(text);
    });
  }

  #try<Result>(read: () => Result): Result | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.#errors.push(error);
      return undefined;
    }
  }
}

/** Blanks around a number of a list do not matter, nor do leading zeros. */
const ACCOUNT_ID = /^ *(?=\d{1,12} *$)0*([1-9]\d*) *$/;

function orError<Value>(value: Value | undefined, kind: RequestError["kind"], name: string): Value {
  if (value === undefined) throw new RequestError(kind, name);
  return value;
}
