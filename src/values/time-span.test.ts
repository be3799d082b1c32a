/** Tests of time-span.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseMoment, parseTimeSpan } from "./time-span.ts";

test("a span is days, hours, minutes and seconds, in this order", () => {
  assert.equal(parseTimeSpan("3d")?.toString(), "P3D");
  assert.equal(parseTimeSpan("1d12h")?.toString(), "P1DT12H");
  assert.equal(parseTimeSpan("90m")?.toString(), "PT90M");
  for (const text of ["", "3", "d", "-1d", "1h1d", "1.5d", "3 d", "99999d"]) {
    assert.equal(parseTimeSpan(text), undefined, text);
  }
});

test("a time without an offset is in UTC", () => {
  for (const [text, moment] of [
    ["2026-12-01", "2026-12-01T00:00:00Z"],
    ["2026-12-01 17:30", "2026-12-01T17:30:00Z"],
    ["2026-12-01T17:30:00-05:00", "2026-12-01T22:30:00Z"],
    ["2026-12-01T17:30Z", "2026-12-01T17:30:00Z"],
  ] as const) {
    assert.equal(parseMoment(text)?.toString(), moment);
  }
  for (const text of ["", "tomorrow", "2026-02-30", "2026-12-01T25:00"]) {
    assert.equal(parseMoment(text), undefined, text);
  }
});
