/** Tests of expiry.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { currentMonth, readExpiryMonth } from "./expiry.ts";

const at = (moment: string) => Temporal.Instant.from(moment);
const month = (year: number, number: number) => year * 12 + number - 1;

test("an expiration is two digits of the month and two of the year, in this century", () => {
  assert.equal(readExpiryMonth("0126"), month(2026, 1));
  assert.equal(readExpiryMonth("1299"), month(2099, 12));
  for (const bad of ["", "0026", "1326", "126", "01/26", "01 6", "012026", "1a26", "+126"]) {
    assert.equal(readExpiryMonth(bad), undefined, bad);
  }
});

test("the month is that of the time zone, to the second", () => {
  for (const [zone, moment, expected] of [
    ["America/New_York", "2026-12-01T04:59:59Z", month(2026, 11)],
    ["America/New_York", "2026-12-01T05:00:00Z", month(2026, 12)],
    ["Pacific/Auckland", "2026-12-01T04:59:59Z", month(2026, 12)],
    ["Pacific/Auckland", "2026-12-31T11:00:00Z", month(2027, 1)],
    ["America/New_York", "2027-01-01T04:59:59.999Z", month(2026, 12)],
  ] as const) {
    assert.equal(currentMonth(zone, at(moment)), expected, `${zone} ${moment}`);
  }
});

test("the month follows a clock that jumps forward or back", () => {
  for (const [moment, expected] of [
    ["2026-11-15T12:00:00Z", month(2026, 11)],
    ["2028-02-29T12:00:00Z", month(2028, 2)],
    ["2026-11-15T12:00:00Z", month(2026, 11)],
    ["2026-03-31T23:59:59Z", month(2026, 3)],
  ] as const) {
    assert.equal(currentMonth("UTC", at(moment)), expected, moment);
  }
});

test("the cached month of a time zone is that of the calendar", () => {
  let moment = at("2025-01-01T00:00:00Z");
  for (let day = 0; day < 800; day++) {
    const local = moment.toZonedDateTimeISO("America/Havana");
    assert.equal(currentMonth("America/Havana", moment), month(local.year, local.month));
    moment = moment.add({ hours: 23, minutes: 17 });
  }
});
