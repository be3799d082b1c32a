/**
 * Contract E, the date rules, by local times: a date form is a text and a clock, and a time matches
 * if the clock shows that text.
 */
import { type Clock, offsetClock, zoneClock } from "./clocks.ts";
import { globMatches, isWild } from "./glob.ts";

/** The error codes of dates. */
const [INVALID_DATE, INVALID] = [607, 621];

export interface DateForm {
  readonly text: string;
  readonly clock: Clock;
  /** The first moment of the form, and the first one after it. Absent for wildcards. */
  readonly first?: Temporal.Instant;
  readonly after?: Temporal.Instant;
}

export interface DateKind {
  readonly zone: string;
  readonly lengthMax: number;
  readonly takesTime?: boolean;
  readonly takesOffset?: boolean;
  readonly takesWildcards?: boolean;
}

/** A date form, or its error code. */
export function readDateForm(text: string, kind: DateKind): DateForm | number {
  if (!isPlain(text)) return INVALID;
  if (isWild(text) && !kind.takesWildcards) return INVALID;
  const form = isWild(text) ? readPattern(text, kind) : (readFixed(text, kind) ?? INVALID_DATE);
  const isTooLong = typeof form !== "number" && [...text].length > kind.lengthMax;
  return isTooLong ? INVALID : form;
}

export function isPlain(text: string): boolean {
  return [...text].every((sign) => !/\p{Cc}/u.test(sign) || /[\t\r\n\u0080-\u009f]/.test(sign));
}

const FIXED = /^(\d{4}-\d\d-\d\d)( \d\d:\d\d:\d\d)?(Z|[+\- ]\d\d(?::?\d\d)?)?$/;

function readFixed(text: string, kind: DateKind): DateForm | undefined {
  const [, day = "", time, offset] = FIXED.exec(text) ?? [];
  if (!dayExists(day) || (time !== undefined && !timeExists(time.slice(1)))) return undefined;
  if (offset !== undefined) {
    return kind.takesOffset ? ofOffset(day + (time ?? ""), offsetOf(offset)) : undefined;
  }
  if (time === undefined) return ofDay(day, kind.zone);
  return kind.takesTime ? { text, clock: zoneClock(kind.zone) } : undefined;
}

function dayExists(day: string): boolean {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  if (year < 1 || month < 1 || month > 12 || date < 1) return false;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return date <= (lengths[month - 1] ?? 0);
}

function timeExists(time: string): boolean {
  const [hour = 0, minute = 0, second = 0] = time.split(":").map(Number);
  return hour < 24 && minute < 60 && second < 60;
}

/** `±HH`, `±HHMM`, `±HH:MM` and `Z`. Form decoding turns a `+` into a blank. */
function offsetOf(text: string): string | undefined {
  if (text === "Z") return "+00:00";
  const [, sign, hours, minutes = "00"] = /^([+\- ])(\d\d):?(\d\d)?$/.exec(text) ?? [];
  const isBeyond = Number(hours) * 60 + Number(minutes) > 14 * 60;
  if (isBeyond || Number(minutes) > 59) return undefined;
  return `${sign === "-" ? "-" : "+"}${hours}:${minutes}`;
}

function ofOffset(text: string, offset: string | undefined): DateForm | undefined {
  if (offset === undefined) return undefined;
  const isDay = text.length === 10;
  const iso = isDay ? `${text}T00:00:00` : text.replace(" ", "T");
  const first = Temporal.Instant.from(iso + offset);
  const after = first.add(isDay ? { hours: 24 } : { seconds: 1 });
  return { text, clock: offsetClock(offset), first, after };
}

function ofDay(text: string, zone: string): DateForm {
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(zone).toInstant();
  const day = Temporal.PlainDate.from(text);
  const [first, after] = [startOf(day), startOf(day.add({ days: 1 }))];
  return { text, clock: zoneClock(zone), first, after };
}

/** The text before the first wildcard must be the start of an existing date. */
function readPattern(text: string, { zone, takesTime }: DateKind): DateForm | number {
  const hasTime = /[ :]/.test(text);
  if (/[^\d\-: *?]/.test(text) || (hasTime && !takesTime)) return INVALID_DATE;
  const [start = ""] = text.split(/[*?]/);
  const exists = beginsDay(start.slice(0, 10)) && beginsTime(start.slice(10));
  return exists ? { text, clock: zoneClock(zone) } : INVALID_DATE;
}

function beginsDay(start: string): boolean {
  if (!/^\d{4}/.test(start)) return /^\d*$/.test(start);
  const parts = [12, 31].map((last) => Array.from({ length: last }, (_, place) => two(place + 1)));
  const [months = [], days = []] = parts;
  const all = months.flatMap((month) => days.map((day) => `${start.slice(0, 4)}-${month}-${day}`));
  return all.some((day) => day.startsWith(start) && dayExists(day));
}

function beginsTime(start: string): boolean {
  const all = Array.from({ length: 1_440 }, (_, minute) => {
    return ` ${two(Math.floor(minute / 60))}:${two(minute % 60)}:`;
  });
  const [minute, second] = [start.slice(0, 7), start.slice(7)];
  return all.some((one) => one.startsWith(minute)) && /^([0-5]\d?)?$/.test(second);
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** The part of the local time that the form has: a date, or a date and a time. */
function shown({ clock, text }: DateForm, moment: string): string {
  const width = /[ :]/.test(text) ? 19 : 10;
  return clock(moment).slice(0, width);
}

/** An absent time is on no date. */
export function isOn(form: DateForm, moment: string | null): boolean {
  if (moment === null) return false;
  const seen = shown(form, moment);
  return isWild(form.text) ? globMatches(form.text, seen) : seen === form.text;
}

export function isNotBefore(form: DateForm, moment: string): boolean {
  return shown(form, moment) >= form.text;
}

export function isNotAfter(form: DateForm, moment: string): boolean {
  return shown(form, moment) <= form.text;
}

export function startsAfterEnd(start: DateForm, end: DateForm): boolean {
  if (start.first === undefined || end.after === undefined) return false;
  return Temporal.Instant.compare(start.first, end.after) >= 0;
}
