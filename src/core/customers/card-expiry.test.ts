/** Expiration dates of cards, at the ends of months and years. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { expiringMonths, expiryState } from "./card-expiry.ts";

const DECEMBER = Temporal.PlainYearMonth.from("2026-12");

test("a card is valid until the end of its month, and expires soon in this and the next month", () => {
  const cases = [
    ["1126", "over"],
    ["1226", "soon"],
    ["0127", "soon"],
    ["0227", undefined],
    ["0000", undefined],
    [null, undefined],
  ] as const;
  for (const [expiration, state] of cases) {
    assert.equal(expiryState(expiration, DECEMBER), state, String(expiration));
  }
});

test("the months that expire soon cross the end of a year", () => {
  const newYear = Temporal.Instant.from("2027-01-01T02:00:00Z");
  assert.deepEqual(expiringMonths(newYear, "America/New_York"), ["1226", "0127"]);
});
