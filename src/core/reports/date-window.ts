/** Reads the dates of a request in the caller's time zone, as time windows and patterns. Pure. */
import { localDate } from "../../values/local-time.ts";
import { hasWildcard, readMatch, type TextMatch } from "./wildcard.ts";

/** `until` is exclusive. An absent bound is open. */
export interface Window {
  readonly from?: Temporal.Instant | undefined;
  readonly until?: Temporal.Instant | undefined;
}

/** A window, and optionally a pattern for the local time. */
export interface DateMatch extends Window {
  readonly pattern?: { readonly part: "date" | "moment"; readonly like: TextMatch };
}

export interface DateForms {
  readonly timeZone: string;
  /** `YYYY-MM-DD HH:MM:SS` in local time. */
  readonly allowsTime?: boolean;
  /** Contract E, date rule 4: a signed offset after either form. */
  readonly allowsOffset?: boolean;
  readonly allowsWildcards?: boolean;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:[0-5]\d$/;
// Form decoding turns an unescaped + into a blank.
const OFFSET =
  /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:[0-5]\d))?(?:(Z)|([+\- ])(\d{2})(?::?(\d{2}))?)$/;
/** The largest offset in use. */
const OFFSET_MAX = "14:00";
const WILD = /^[\d\-: *?]+$/;

/** Returns undefined if the form is not allowed or the date does not exist. */
export function readDate(text: string, forms: DateForms): DateMatch | undefined {
  if (hasWildcard(text)) return forms.allowsWildcards ? readWild(text, forms) : undefined;
  if (DAY.test(text)) return readDay(text, forms.timeZone);
  if (MOMENT.test(text)) return forms.allowsTime ? readMoment(text, forms.timeZone) : undefined;
  return forms.allowsOffset ? readExact(text) : undefined;
}

/** The whole previous day, which has 23, 24 or 25 hours. */
export function yesterday(now: Temporal.Instant, timeZone: string): Window {
  return daysFrom(localDate(now, timeZone).subtract({ days: 1 }), timeZone);
}

/** An exclusive bound that includes this moment. */
export function justAfter(now: Temporal.Instant): Temporal.Instant {
  return now.add({ microseconds: 1 });
}

function readDay(text: string, timeZone: string): Window | undefined {
  const date = readExistingDate(text);
  return date && daysFrom(date, timeZone);
}

function readExistingDate(text: string): Temporal.PlainDate | undefined {
  return attempt(() => {
    const date = Temporal.PlainDate.from(text, { overflow: "reject" });
    return date.year === 0 ? undefined : date;
  });
}

function daysFrom(
  date: Temporal.PlainDate,
  timeZone: string,
  until = date.add({ days: 1 }),
): Window {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
  return { from: startOf(date), until: startOf(until) };
}

/** One second of local time, which may occur twice in fall and not at all in spring. */
function readMoment(text: string, timeZone: string): DateMatch | undefined {
  const window = clockWindow(text.replace(" ", "T"), { seconds: 1 }, timeZone);
  return window && { ...window, pattern: { part: "moment", like: { kind: "exactly", text } } };
}

function clockWindow(
  from: string,
  span: Temporal.DurationLike,
  timeZone: string,
): Window | undefined {
  return attempt(() => {
    const first = Temporal.PlainDateTime.from(from, { overflow: "reject" });
    if (first.year === 0) return undefined;
    const at = (time: Temporal.PlainDateTime, disambiguation: "earlier" | "later") =>
      time.toZonedDateTime(timeZone, { disambiguation }).toInstant();
    return { from: at(first, "earlier"), until: at(first.add(span), "later") };
  });
}

/** An exact window in UTC: a day or a second. */
function readExact(text: string): Window | undefined {
  const [, date, time, utc, sign, hours, minutes = "00"] = OFFSET.exec(text) ?? [];
  if (date === undefined || readExistingDate(date) === undefined) return undefined;
  if (utc === undefined && `${hours}:${minutes}` > OFFSET_MAX) return undefined;
  const offset = utc ?? `${sign === "-" ? "-" : "+"}${hours}:${minutes}`;
  return attempt(() => {
    const from = Temporal.Instant.from(`${date}T${time ?? "00:00:00"}${offset}`);
    return { from, until: from.add(time === undefined ? { hours: 24 } : { seconds: 1 }) };
  });
}

/** A pattern without a time matches dates. The text before the first wildcard limits the window. */
function readWild(text: string, { timeZone, allowsTime }: DateForms): DateMatch | undefined {
  const isMoment = /[ :]/.test(text);
  if (!WILD.test(text) || (isMoment && !allowsTime)) return undefined;
  const start = text.slice(0, text.search(/[*?]/));
  const window = canStartMoment(start) ? wildcardWindow(start, timeZone) : undefined;
  if (window === undefined) return undefined;
  return { ...window, pattern: { part: isMoment ? "moment" : "date", like: readMatch(text) } };
}

/** Completions of a partial moment. One of them is valid for every start of an existing date. */
const ENDINGS = ["2004-01-01 00:00:00", "2004-10-10 00:00:00"];

function canStartMoment(start: string): boolean {
  return ENDINGS.some((ending) => {
    const text = start + ending.slice(start.length);
    return MOMENT.test(text) && readMoment(text, "UTC") !== undefined;
  });
}

const BOUNDS: readonly [start: RegExp, rest: string, span: Temporal.DurationLike][] = [
  [/^\d{4}-\d{2}-\d{2} \d{2}/, ":00:00", { hours: 1 }],
  [/^\d{4}-\d{2}-\d{2}/, "T00:00:00", { days: 1 }],
  [/^\d{4}-\d{2}-/, "01T00:00:00", { months: 1 }],
  [/^\d{4}-/, "01-01T00:00:00", { years: 1 }],
];

function wildcardWindow(start: string, timeZone: string): Window | undefined {
  for (const [known, rest, span] of BOUNDS) {
    const [fixed] = known.exec(start) ?? [];
    if (fixed !== undefined) return clockWindow(fixed.replace(" ", "T") + rest, span, timeZone);
  }
  return {};
}

// PostgreSQL has no year 0 and years of five digits are not supported.
const FIRST = Temporal.Instant.from("0002-01-01T00:00:00Z");
const LAST = Temporal.Instant.from("9999-12-31T00:00:00Z");

/** Limits a moment to what the database can store. No record is outside. */
export function clampToCalendar(moment: Temporal.Instant): Temporal.Instant {
  if (Temporal.Instant.compare(moment, FIRST) < 0) return FIRST;
  return Temporal.Instant.compare(moment, LAST) > 0 ? LAST : moment;
}

function attempt<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
