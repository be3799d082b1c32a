/** What the dates of a request mean on the caller's clocks: stretches of time, and patterns. Pure. */
import { localDate } from "../../values/local-time.ts";
import { hasWildcard, readMatch, type TextMatch } from "./wildcard.ts";

/** From a moment until just before another; an absent end is open. */
export interface Window {
  readonly from?: Temporal.Instant | undefined;
  readonly until?: Temporal.Instant | undefined;
}

/** A window, and within it what the local time must look like. */
export interface DateMatch extends Window {
  readonly looks?: { readonly part: "date" | "moment"; readonly like: TextMatch };
}

export interface DateForms {
  readonly timeZone: string;
  /** `YYYY-MM-DD HH:MM:SS` on local clocks. */
  readonly allowsTime?: boolean;
  /** E, date rule 4: a signed offset behind either form. */
  readonly allowsOffset?: boolean;
  readonly allowsWildcards?: boolean;
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MOMENT = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:[0-5]\d$/;
// A blank is a + that was lost to form decoding.
const OFFSET =
  /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2}:[0-5]\d))?(?:(Z)|([+\- ])(\d{2})(?::?(\d{2}))?)$/;
/** No clock of the world is further from UTC. */
const OFFSET_MAX = "14:00";
const WILD = /^[\d\-: *?]+$/;

/** Undefined: no form that is allowed, or a date that does not exist. */
export function readDate(text: string, forms: DateForms): DateMatch | undefined {
  if (hasWildcard(text)) return forms.allowsWildcards ? readWild(text, forms) : undefined;
  if (DAY.test(text)) return dayOf(text, forms.timeZone);
  if (MOMENT.test(text)) return forms.allowsTime ? momentOf(text, forms.timeZone) : undefined;
  return forms.allowsOffset ? readExact(text) : undefined;
}

/** The whole day before this one, be it of 23, 24 or 25 hours. */
export function yesterday(now: Temporal.Instant, timeZone: string): Window {
  return daysFrom(localDate(now, timeZone).subtract({ days: 1 }), timeZone);
}

/** What has happened by a moment, that moment included. */
export function upTo(now: Temporal.Instant): Temporal.Instant {
  return now.add({ microseconds: 1 });
}

function dayOf(text: string, timeZone: string): Window | undefined {
  const date = existing(text);
  return date && daysFrom(date, timeZone);
}

function existing(text: string): Temporal.PlainDate | undefined {
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

/** One second of local clocks, which in autumn may come twice and in spring not at all. */
function momentOf(text: string, timeZone: string): DateMatch | undefined {
  const window = clockWindow(text.replace(" ", "T"), { seconds: 1 }, timeZone);
  return window && { ...window, looks: { part: "moment", like: { kind: "exactly", text } } };
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

/** The window is exact in UTC, whatever the account's zone: a day, or a second. */
function readExact(text: string): Window | undefined {
  const [, date, time, utc, sign, hours, minutes = "00"] = OFFSET.exec(text) ?? [];
  if (date === undefined || existing(date) === undefined) return undefined;
  if (utc === undefined && `${hours}:${minutes}` > OFFSET_MAX) return undefined;
  const offset = utc ?? `${sign === "-" ? "-" : "+"}${hours}:${minutes}`;
  return attempt(() => {
    const from = Temporal.Instant.from(`${date}T${time ?? "00:00:00"}${offset}`);
    return { from, until: from.add(time === undefined ? { hours: 24 } : { seconds: 1 }) };
  });
}

/** A pattern with no time in it is about days. What stands before its first wildcard bounds it. */
function readWild(text: string, { timeZone, allowsTime }: DateForms): DateMatch | undefined {
  const isMoment = /[ :]/.test(text);
  if (!WILD.test(text) || (isMoment && !allowsTime)) return undefined;
  const start = text.slice(0, text.search(/[*?]/));
  const window = beginsMoment(start) ? windowOf(start, timeZone) : undefined;
  if (window === undefined) return undefined;
  return { ...window, looks: { part: isMoment ? "moment" : "date", like: readMatch(text) } };
}

/** What may follow a start, from its place on: one of them fits whatever digit it ends with. */
const ENDINGS = ["2004-01-01 00:00:00", "2004-10-10 00:00:00"];

function beginsMoment(start: string): boolean {
  return ENDINGS.some((ending) => {
    const text = start + ending.slice(start.length);
    return MOMENT.test(text) && momentOf(text, "UTC") !== undefined;
  });
}

const BOUNDS: readonly [start: RegExp, rest: string, span: Temporal.DurationLike][] = [
  [/^\d{4}-\d{2}-\d{2} \d{2}/, ":00:00", { hours: 1 }],
  [/^\d{4}-\d{2}-\d{2}/, "T00:00:00", { days: 1 }],
  [/^\d{4}-\d{2}-/, "01T00:00:00", { months: 1 }],
  [/^\d{4}-/, "01-01T00:00:00", { years: 1 }],
];

function windowOf(start: string, timeZone: string): Window | undefined {
  for (const [known, rest, span] of BOUNDS) {
    const [fixed] = known.exec(start) ?? [];
    if (fixed !== undefined) return clockWindow(fixed.replace(" ", "T") + rest, span, timeZone);
  }
  return {};
}

// The database's calendar knows no year 0 and writes no year of five digits.
const FIRST = Temporal.Instant.from("0002-01-01T00:00:00Z");
const LAST = Temporal.Instant.from("9999-12-31T00:00:00Z");

/** The moment itself, or the end of what the database can hold: nothing lies beyond either. */
export function inCalendar(moment: Temporal.Instant): Temporal.Instant {
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
