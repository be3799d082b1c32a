/** The cutoffs of a bank connection: local times on banking days. Pure. */
import { isBankingDay, nextBankingDay } from "./banking-days.ts";
import { achDay, isInTimeForSameDay } from "./settlement.ts";

export interface CutOffWindow {
  /** As it is entered and stored: `17:00 America/New_York`, or `10:30 America/New_York same-day`. */
  readonly name: string;
  readonly time: Temporal.PlainTime;
  readonly timeZone: string;
  /** Sends entries that settle on the same day, and no others. */
  readonly isSameDay: boolean;
}

const WINDOW = /^([01]\d|2[0-3]):([0-5]\d) ([A-Za-z][\w+/-]*)( same-day)?$/;

/** Returns undefined if the time or the time zone is invalid. */
export function parseCutOffWindow(name: string): CutOffWindow | undefined {
  const [, hour, minute, timeZone, sameDay] = WINDOW.exec(name) ?? [];
  if (timeZone === undefined || !isTimeZone(timeZone)) return undefined;
  const time = Temporal.PlainTime.from(`${hour}:${minute}`);
  return { name, time, timeZone, isSameDay: sameDay !== undefined };
}

/**
 * The windows at which the entries of an account are sent: its own, or all of the bank's if it has none
 * or only same-day windows, because an entry must never wait without end.
 */
export function accountWindows<Window extends Pick<CutOffWindow, "name" | "isSameDay">>(
  own: readonly string[],
  offered: readonly Window[],
): readonly Window[] {
  const chosen = offered.filter(({ name }) => own.includes(name));
  return chosen.some(({ isSameDay }) => !isSameDay) ? chosen : offered;
}

/** The first cutoff of these windows after a moment. */
export function nextCutOff(
  windows: readonly CutOffWindow[],
  after: Temporal.Instant,
): Temporal.Instant {
  const [first, ...others] = windows.map((window) => nextWindowCutOff(window, after));
  if (first === undefined) throw new RangeError("There is no cutoff window.");
  return others.reduce(earlier, first);
}

/** The windows that close at exactly this moment. */
export function windowsClosingAt(
  windows: readonly CutOffWindow[],
  at: Temporal.Instant,
): readonly CutOffWindow[] {
  return windows.filter((window) =>
    nextWindowCutOff(window, at.subtract({ nanoseconds: 1 })).equals(at),
  );
}

/**
 * The next banking day after the local day of the cutoff (F). A same-day window has the Federal
 * Reserve's day instead, because its deadlines are in that time zone.
 */
export function settlementDate(window: CutOffWindow, cutOff: Temporal.Instant): Temporal.PlainDate {
  const day = windowDay(window, cutOff);
  const isToday = window.isSameDay && isInTimeForSameDay(cutOff);
  return nextBankingDay(isToday ? day.subtract({ days: 1 }) : day);
}

/** Whether a same-day window closes before the network's last deadline, on every day of a year. */
export function canSettleSameDay(window: CutOffWindow): boolean {
  const first = Temporal.PlainDate.from("2026-01-01");
  // Time zones change their clocks on different days.
  const days = Array.from({ length: first.daysInYear }, (_, n) => first.add({ days: n }));
  return days.every((day) => isInTimeForSameDay(closing(window, day)));
}

function nextWindowCutOff(window: CutOffWindow, after: Temporal.Instant): Temporal.Instant {
  for (let day = localDay(window, after); ; day = day.add({ days: 1 })) {
    const cutOff = closing(window, day);
    const isOpen = isBankingDay(window.isSameDay ? achDay(cutOff) : day);
    // One day is not always enough: daylight saving time may move a cutoff past midnight.
    if (isOpen && isAfter(cutOff, after)) return cutOff;
  }
}

/** If the local time does not exist that day, right after the gap. If it exists twice, the first one. */
function closing({ time, timeZone }: CutOffWindow, day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime({ timeZone, plainTime: time }).toInstant();
}

function windowDay(window: CutOffWindow, moment: Temporal.Instant): Temporal.PlainDate {
  return window.isSameDay ? achDay(moment) : localDay(window, moment);
}

function localDay({ timeZone }: CutOffWindow, moment: Temporal.Instant): Temporal.PlainDate {
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
