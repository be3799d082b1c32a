/** Reads the period of a report: a preset, a range, or one day that may be a pattern. */
import { type DateForms, type DateMatch, readDate } from "../../../../core/reports/date-window.ts";
import { PRESETS, presetDays } from "../../../../core/reports/presets.ts";
import type { ReportQuestion as CoreQuestion } from "../../../../core/reports/question.ts";
import type { Body } from "../../read.ts";
import type { DateKind } from "../contract.ts";

export interface Place {
  readonly timeZone: string;
  readonly now: Temporal.Instant;
}

type Dates = Pick<
  CoreQuestion,
  "date" | "hasRange" | "startDate" | "endDate" | "transactionDate" | "actionDate" | "settleDate"
>;

interface Range {
  readonly start: DateMatch | undefined;
  readonly end: DateMatch | undefined;
}

/** The longest form, with time and offset. */
const DATE_MAX = 25;
const DAY_SENTENCE = "Enter a valid date, such as 2026-11-30.";
const BOUND_SENTENCE = "Enter a date such as 2026-11-30, or 2026-11-30 14:00:00+00:00.";
const PATTERN_SENTENCE =
  "Enter a date such as 2026-11-30, a time such as 2026-11-30 14:05:00, or a pattern such as 2026-11-??.";

const NOTHING: Dates = {
  date: undefined,
  hasRange: false,
  startDate: undefined,
  endDate: undefined,
  transactionDate: undefined,
  actionDate: undefined,
  settleDate: undefined,
};

/** "place" has the time zone of the days. */
export function readDates(body: Body, kind: DateKind, place: Place): Dates {
  const range = presetRange(body, place) ?? readRange(body, place);
  const day = range === undefined ? readDay(body, kind, place) : undefined;
  switch (kind) {
    case "transaction":
      return range ? ranged(undefined, range) : { ...NOTHING, transactionDate: day };
    case "batch":
      return ranged("BATCH", range ?? (day && { start: day, end: day }));
    case "action":
      return range ? ranged("ACTION", range) : byAction(day);
    case "settled":
      return bySettlement(body, range ?? (day && { start: day, end: day }));
  }
}

function ranged(date: Dates["date"], range: Range | undefined): Dates {
  if (range === undefined) return { ...NOTHING, date };
  return { ...NOTHING, date, hasRange: true, startDate: range.start, endDate: range.end };
}

function byAction(day: DateMatch | undefined): Dates {
  return day === undefined ? { ...NOTHING, date: "ACTION" } : { ...NOTHING, actionDate: day };
}

function bySettlement(body: Body, range: Range | undefined): Dates {
  if (range === undefined) body.error("day", "Choose the settlement dates.");
  return { ...NOTHING, settleDate: { from: range?.start?.from, until: range?.end?.until } };
}

/** A preset is stored by its name, because it means different days tomorrow. */
function presetRange(body: Body, { timeZone, now }: Place): Range | undefined {
  if (body.optionalText("preset") === undefined) return undefined;
  const { first, last } = presetDays(body.choice("preset", PRESETS), now, timeZone);
  const match = (day: Temporal.PlainDate) => readDate(day.toString(), { timeZone });
  return { start: match(first), end: match(last) };
}

function readRange(body: Body, { timeZone }: Place): Range | undefined {
  const forms = { timeZone, allowsOffset: true };
  const start = readOne(body, "startDate", { forms, sentence: BOUND_SENTENCE });
  const end = readOne(body, "endDate", { forms, sentence: BOUND_SENTENCE });
  if (start === undefined && end === undefined) return undefined;
  if (isBackwards(start, end)) body.error("startDate", "The start date is after the end date.");
  return { start, end };
}

/** E, date rules 1 and 4: the payment date accepts patterns and times, other dates only days. */
function readDay(body: Body, kind: DateKind, { timeZone }: Place): DateMatch | undefined {
  if (kind === "transaction") {
    const forms = { timeZone, allowsTime: true, allowsOffset: true, allowsWildcards: true };
    return readOne(body, "day", { forms, sentence: PATTERN_SENTENCE });
  }
  const forms = { timeZone, allowsWildcards: kind === "action" };
  return readOne(body, "day", { forms, sentence: DAY_SENTENCE });
}

function readOne(
  body: Body,
  name: "startDate" | "endDate" | "day",
  { forms, sentence }: { readonly forms: DateForms; readonly sentence: string },
): DateMatch | undefined {
  const text = body.optionalText(name, { max: DATE_MAX });
  if (text === undefined) return undefined;
  const match = readDate(text, forms);
  if (match === undefined) body.error(name, sentence);
  return match;
}

function isBackwards(start: DateMatch | undefined, end: DateMatch | undefined): boolean {
  const [from, until] = [start?.from, end?.until];
  if (from === undefined || until === undefined) return false;
  return Temporal.Instant.compare(from, until) >= 0;
}
