/** Tests of local-time.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isTimeZone, localDate, localTime, readTimeZone } from "./local-time.ts";

test("a time is written as local time, before and after a clock change", () => {
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

test("the local time is correct for any time zone and moment", () => {
  const zones = ["America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Apia", "UTC"];
  const seconds = fc.integer({ min: -1_000_000_000, max: 4_000_000_000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), seconds, fc.nat(999), (zone, second, ms) => {
      const moment = Temporal.Instant.fromEpochMilliseconds(second * 1_000 + ms);
      const local = moment.toZonedDateTimeISO(zone).toPlainDateTime();
      const expected = local.toString({ smallestUnit: "second" }).replace("T", " ");
      assert.equal(localTime(moment, zone), expected);
    }),
    { numRuns: 1_000 },
  );
});

test("an hour that occurs twice, and the one after a skipped hour, are written as clocks show them", () => {
  const zone = "America/New_York";
  for (let minute = -90; minute <= 90; minute += 15) {
    for (const change of ["2026-11-01T06:00:00Z", "2026-03-08T07:00:00Z"]) {
      const moment = Temporal.Instant.from(change).add({ minutes: minute });
      const local = moment.toZonedDateTimeISO(zone).toPlainDateTime();
      assert.equal(
        localTime(moment, zone),
        local.toString({ smallestUnit: "second" }).replace("T", " "),
      );
    }
  }
});

test("a time zone has the name of the IANA database, in any case", () => {
  assert.equal(readTimeZone("America/New_York"), "America/New_York");
  assert.equal(readTimeZone("america/new_york"), "America/New_York");
  assert.equal(readTimeZone("UTC"), "UTC");
});

test("an offset or an unknown name is not a time zone", () => {
  for (const text of ["+05:00", "-0500", "Mars/Olympus", "", " "]) {
    assert.equal(readTimeZone(text), undefined, text);
  }
});
