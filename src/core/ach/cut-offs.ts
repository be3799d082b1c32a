/** When a bank connection closes its file: times of a place, on banking days only. Pure. */
import { isBankingDay, nextBankingDay } from "./banking-days.ts";

export interface CutOffWindow {
  /** As people write it, and as it is kept: `17:00 America/New_York`. */
  readonly name: string;
  readonly time: Temporal.PlainTime;
  readonly timeZone: string;
}

const WINDOW = /^([01]\d|2[0-3]):([0-5]\d) ([A-Za-z][\w+/-]*)$/;

/** Undefined when it is no time, or of no place that the time zone data knows. */
export function parseCutOffWindow(name: string): CutOffWindow | undefined {
  const [, hour, minute, timeZone] = WINDOW.exec(name) ?? [];
  if (timeZone === undefined || !isTimeZone(timeZone)) return undefined;
  return { name, time: Temporal.PlainTime.from(`${hour}:${minute}`), timeZone };
}

/** The first cut-off of any of these windows after a moment. */
export function nextCutOff(
  windows: readonly CutOffWindow[],
  after: Temporal.Instant,
): Temporal.Instant {
  const [first, ...others] = windows.map((window) => nextWindowCutOff(window, after));
  if (first === undefined) throw new RangeError("a bank connection needs a cut-off window");
  return others.reduce(earlier, first);
}

/** Those of these windows that close at exactly this moment. */
export function windowsClosingAt(
  windows: readonly CutOffWindow[],
  at: Temporal.Instant,
): readonly CutOffWindow[] {
  return windows.filter((window) =>
    nextWindowCutOff(window, at.subtract({ nanoseconds: 1 })).equals(at),
  );
}

/** F: the next banking day after the cut-off, counted from the day it is at the window's place. */
export function settlementDate(window: CutOffWindow, cutOff: Temporal.Instant): Temporal.PlainDate {
  return nextBankingDay(windowDay(window, cutOff));
}

function nextWindowCutOff(window: CutOffWindow, after: Temporal.Instant): Temporal.Instant {
  const today = windowDay(window, after);
  let cutOff = isBankingDay(today) ? closing(window, today) : undefined;
  // One day on is not always enough: a gap of the clocks may move a cut-off past midnight.
  for (let day = today; cutOff === undefined || !isAfter(cutOff, after); ) {
    day = nextBankingDay(day);
    cutOff = closing(window, day);
  }
  return cutOff;
}

/** On a day when clocks skip the time, right after the gap; when they repeat it, the first. */
function closing({ time, timeZone }: CutOffWindow, day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime({ timeZone, plainTime: time }).toInstant();
}

function windowDay({ timeZone }: CutOffWindow, moment: Temporal.Instant): Temporal.PlainDate {
  return moment.toZonedDateTimeISO(timeZone).toPlainDate();
}

function isAfter(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) > 0;
}

function earlier(one: Temporal.Instant, other: Temporal.Instant): Temporal.Instant {
  return isAfter(one, other) ? other : one;
}

function isTimeZone(name: string): boolean {
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name);
    return true;
  } catch {
    return false;
  }
}
