/** Tests of readable.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cents } from "../money.ts";
import {
  currencySign,
  formatMoney,
  readableDay,
  readableMoment,
  readableTimestamp,
} from "./readable.ts";

test("an amount has its currency sign and commas between thousands", () => {
  assert.equal(formatMoney(1_234 as Cents, "USD"), "$12.34");
  assert.equal(formatMoney(123_456 as Cents, "USD"), "$1,234.56");
  assert.equal(formatMoney(500 as Cents, "CAD"), "CA$5.00");
  assert.equal(currencySign("EUR"), "€");
});

test("a time has the short name of its time zone", () => {
  const noon = Temporal.Instant.from("2026-11-15T17:00:00Z");
  assert.equal(readableMoment(noon, "America/New_York"), "Nov 15, 2026, 12:00 PM ET");
  assert.equal(readableMoment(noon, "UTC"), "Nov 15, 2026, 5:00 PM UTC");
});

test("a local time keeps its hour, also in the hour that the change to winter time repeats", () => {
  const written = readableTimestamp("2026-11-01 01:30:00", "America/New_York");
  assert.equal(written, "Nov 1, 2026, 1:30 AM ET");
});

test("a day is written with the name of its month", () => {
  assert.equal(readableDay(Temporal.PlainDate.from("2026-03-05")), "March 5, 2026");
});
