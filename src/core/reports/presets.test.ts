/** Tests of presets.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { type Preset, presetDays } from "./presets.ts";

const ZONE = "America/New_York";

function days(preset: Preset, now: string, zone = ZONE): string {
  const { first, last } = presetDays(preset, Temporal.Instant.from(now), zone);
  return `${first} ${last}`;
}

test("a preset is a range of whole days in the time zone", () => {
  const now = "2026-11-15T17:00:00Z";
  assert.equal(days("today", now), "2026-11-15 2026-11-15");
  assert.equal(days("yesterday", now), "2026-11-14 2026-11-14");
  assert.equal(days("last_7_days", now), "2026-11-09 2026-11-15");
  assert.equal(days("this_month", now), "2026-11-01 2026-11-15");
  assert.equal(days("last_month", now), "2026-10-01 2026-10-31");
  assert.equal(days("this_year", now), "2026-01-01 2026-11-15");
});

test("days follow the time zone, and months keep their own lengths", () => {
  assert.equal(days("today", "2026-03-01T03:00:00Z"), "2026-02-28 2026-02-28");
  assert.equal(days("today", "2026-03-01T03:00:00Z", "Asia/Tokyo"), "2026-03-01 2026-03-01");
  assert.equal(days("last_month", "2026-03-31T12:00:00Z"), "2026-02-01 2026-02-28");
  assert.equal(days("last_month", "2024-03-31T12:00:00Z"), "2024-02-01 2024-02-29");
  assert.equal(days("yesterday", "2026-01-01T12:00:00Z"), "2025-12-31 2025-12-31");
});
