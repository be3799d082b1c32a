/** Banking days of a century, compared with a second implementation and with published lists. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addBankingDays,
  isBankingDay,
  nextBankingDay,
  subtractBankingDays,
} from "./banking-days.ts";

const DAY_MS = 86_400_000;
const day = (text: string) => Temporal.PlainDate.from(text);

/** The holidays of a year as the Federal Reserve lists them. */
function listHolidays(year: number): Set<string> {
  const fixed = ["01-01", "07-04", "11-11", "12-25", ...(year > 2020 ? ["06-19"] : [])];
  const kept = fixed.map((date) => {
    const falls = new Date(`${year}-${date}T00:00:00Z`);
    return falls.getUTCDay() === 0 ? new Date(falls.getTime() + DAY_MS) : falls;
  });
  const floating = [
    weekday(year, 0, 1, 2),
    weekday(year, 1, 1, 2),
    weekday(year, 4, 1, -1),
    weekday(year, 8, 1, 0),
    weekday(year, 9, 1, 1),
    weekday(year, 10, 4, 3),
  ];
  return new Set([...kept, ...floating].map(isoDay));
}

/** For example the third Monday of a month, or the last one (at -1). */
function weekday(year: number, month: number, dayOfWeek: number, at: number): Date {
  const days: Date[] = [];
  for (let date = new Date(Date.UTC(year, month, 1)); date.getUTCMonth() === month; ) {
    if (date.getUTCDay() === dayOfWeek) days.push(date);
    date = new Date(date.getTime() + DAY_MS);
  }
  const found = days.at(at);
  assert.ok(found);
  return found;
}

function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

test("banking days from 2000 to 2099 are weekdays that are not holidays", () => {
  const holidays = new Set<string>();
  for (let year = 2000; year < 2100; year += 1) {
    for (const holiday of listHolidays(year)) holidays.add(holiday);
  }
  let seen = 0;
  for (let at = Date.UTC(2000, 0, 1); at < Date.UTC(2100, 0, 1); at += DAY_MS) {
    const date = new Date(at);
    const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6;
    const expected = !isWeekend && !holidays.has(isoDay(date));
    assert.equal(isBankingDay(day(isoDay(date))), expected, isoDay(date));
    seen += 1;
  }
  assert.equal(seen, 36_525);
});

test("the holidays match the lists of the Federal Reserve", () => {
  const listed: Record<number, string> = {
    2021: "01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25",
    2022: "01-17 02-21 05-30 06-20 07-04 09-05 10-10 11-11 11-24 12-26",
    2023: "01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-23 12-25",
    2026: "01-01 01-19 02-16 05-25 06-19 09-07 10-12 11-11 11-26 12-25",
    2027: "01-01 01-18 02-15 05-31 07-05 09-06 10-11 11-11 11-25",
  };
  for (const [year, expected] of Object.entries(listed)) {
    assert.equal(weekdaysOff(Number(year)).join(" "), expected, year);
  }
});

function weekdaysOff(year: number): string[] {
  const off: string[] = [];
  for (let date = day(`${year}-01-01`); date.year === year; date = date.add({ days: 1 })) {
    if (date.dayOfWeek < 6 && !isBankingDay(date)) off.push(date.toString().slice(5));
  }
  return off;
}

test("a holiday on a Saturday is not moved, a holiday on a Sunday moves to Monday", () => {
  assert.equal(isBankingDay(day("2026-07-03")), true);
  assert.equal(isBankingDay(day("2026-07-06")), true);
  assert.equal(isBankingDay(day("2021-12-31")), true);
  assert.equal(isBankingDay(day("2027-07-05")), false);
});

test("Juneteenth is a holiday since 2021", () => {
  assert.equal(isBankingDay(day("2020-06-19")), true);
  assert.equal(isBankingDay(day("2023-06-19")), false);
});

test("the next banking day skips weekends and holidays", () => {
  assert.equal(`${nextBankingDay(day("2026-11-25"))}`, "2026-11-27");
  assert.equal(`${nextBankingDay(day("2027-07-02"))}`, "2027-07-06");
  assert.equal(`${nextBankingDay(day("2026-11-14"))}`, "2026-11-16");
});

test("adding banking days skips weekends and holidays", () => {
  assert.equal(`${addBankingDays(day("2026-11-25"), 0)}`, "2026-11-25");
  assert.equal(`${addBankingDays(day("2026-11-25"), 2)}`, "2026-11-30");
  assert.equal(`${addBankingDays(day("2026-11-14"), 1)}`, "2026-11-16");
});

test("subtracting banking days finds the last day from which they lead to a day", () => {
  for (let date = day("2026-10-01"); date.year < 2027; date = date.add({ days: 1 })) {
    for (const count of [0, 1, 3, 5]) {
      const earlier = subtractBankingDays(date, count);
      const isReached = (from: Temporal.PlainDate) =>
        Temporal.PlainDate.compare(addBankingDays(from, count), date) <= 0;
      assert.ok(isReached(earlier), `${date} - ${count}`);
      assert.ok(!isReached(earlier.add({ days: 1 })), `${date} - ${count}`);
    }
  }
});
