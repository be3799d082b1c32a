import assert from "node:assert/strict";
import { test } from "node:test";
import { isTimeZone, localDate, localTime } from "./local-time.ts";

test("a moment is written on the clocks of its place, either side of a change of clocks", () => {
  const before = Temporal.Instant.from("2026-11-01T05:59:59.999Z");
  assert.equal(localTime(before, "America/New_York"), "2026-11-01 01:59:59");
  const after = Temporal.Instant.from("2026-11-01T06:00:00Z");
  assert.equal(localTime(after, "America/New_York"), "2026-11-01 01:00:00");
  assert.equal(localDate(before, "America/Los_Angeles").toString(), "2026-10-31");
});

test("only names of the time zone database are time zones", () => {
  for (const zone of ["America/New_York", "UTC", "Europe/Zurich"]) assert.ok(isTimeZone(zone));
  for (const text of ["", "Mars/Base", "+02:00", "new york"]) assert.ok(!isTimeZone(text));
});
