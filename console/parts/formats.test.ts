/** Formatting of amounts, times and counts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  capitalize,
  formatAmount,
  formatCount,
  formatMoment,
  formatUtc,
  formatZone,
} from "./formats.ts";

test("an amount has two decimals, its currency, and a minus sign as wide as a digit", () => {
  assert.equal(formatAmount(123456, "USD"), "$1,234.56");
  assert.equal(formatAmount(-5, "USD"), "−$0.05");
  assert.equal(formatAmount(100, "CAD"), "CA$1.00");
});

test("a time is shown in the given time zone, in summer and in winter", () => {
  assert.equal(formatMoment("2026-11-15T14:30:00Z", "America/New_York"), "Nov 15, 2026, 09:30 EST");
  assert.equal(formatMoment("2026-07-01T03:59:59Z", "America/New_York", "date"), "Jun 30, 2026");
  assert.equal(formatMoment("2026-07-01T04:00:00Z", "America/New_York", "time"), "00:00 EDT");
  assert.equal(formatUtc("2026-07-01T00:00:07-04:00"), "Jul 1, 2026, 04:00:07 UTC");
});

test("a time zone has the name that people use", () => {
  assert.equal(formatZone("America/New_York"), "Eastern Time");
  assert.equal(formatZone("UTC"), "UTC");
});

test("a count has groups of three digits", () => {
  assert.equal(formatCount(1_000_000), "1,000,000");
});

test("only the first letter is capitalized", () => {
  assert.deepEqual(["admin", "Partner User", ""].map(capitalize), ["Admin", "Partner User", ""]);
});
