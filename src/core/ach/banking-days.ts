/** The banking days of the Federal Reserve. Pure. */

type Day = Temporal.PlainDate;

const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;
/** The first year in which Juneteenth was a holiday. */
const JUNETEENTH_SINCE = 2021;

export function isBankingDay(day: Day): boolean {
  return day.dayOfWeek < SATURDAY && !isHoliday(day);
}

/** The first banking day after a day, which need not be a banking day itself. */
export function nextBankingDay(day: Day): Day {
  let next = day.add({ days: 1 });
  while (!isBankingDay(next)) next = next.add({ days: 1 });
  return next;
}

/** Adds banking days. From a day off, the next banking day counts as the first. */
export function addBankingDays(day: Day, count: number): Day {
  let later = day;
  for (let done = 0; done < count; done += 1) later = nextBankingDay(later);
  return later;
}

/** The last day after which `count` banking days have passed on this day. */
export function subtractBankingDays(day: Day, count: number): Day {
  let earlier = day;
  for (let left = count; left > 0; left -= isBankingDay(earlier.add({ days: 1 })) ? 1 : 0) {
    earlier = earlier.subtract({ days: 1 });
  }
  return earlier;
}

/** A holiday on a Sunday moves to Monday. A holiday on a Saturday is not moved. */
function isHoliday(day: Day): boolean {
  if (isFixedHoliday(day) || isFloatingHoliday(day)) return true;
  return day.dayOfWeek === MONDAY && isFixedHoliday(day.subtract({ days: 1 }));
}

function isFixedHoliday({ year, month, day, dayOfWeek }: Day): boolean {
  if (dayOfWeek === SATURDAY) return false;
  switch (`${month}/${day}`) {
    case "1/1": // New Year's Day
    case "7/4": // Independence Day
    case "11/11": // Veterans Day
    case "12/25": // Christmas Day
      return true;
    case "6/19": // Juneteenth
      return year >= JUNETEENTH_SINCE;
    default:
      return false;
  }
}

function isFloatingHoliday({ month, day, dayOfWeek, daysInMonth }: Day): boolean {
  const nth = Math.ceil(day / 7);
  if (dayOfWeek === THURSDAY) return month === 11 && nth === 4; // Thanksgiving Day
  if (dayOfWeek !== MONDAY) return false;
  switch (month) {
    case 1: // Birthday of Martin Luther King
    case 2: // Washington's Birthday
      return nth === 3;
    case 5: // Memorial Day
      return day > daysInMonth - 7;
    case 9: // Labor Day
      return nth === 1;
    case 10: // Columbus Day
      return nth === 2;
    default:
      return false;
  }
}
