/** Tests of read-moment.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readMoment } from "./read-moment.ts";

const GOOD: [text: string, moment: string][] = [
  ["2026-02-03 04:05:06", "2026-02-03T04:05:06Z"],
  ["2026-02-03T04:05:06", "2026-02-03T04:05:06Z"],
  ["2026-02-03T04:05:06.5Z", "2026-02-03T04:05:06.5Z"],
  ["2026-02-03T04:05:06+02:00", "2026-02-03T02:05:06Z"],
  ["2026-02-03T04:05:06-0230", "2026-02-03T06:35:06Z"],
  ["2026-02-03T04:05+02", "2026-02-03T02:05:00Z"],
  ["2026-02-03", "2026-02-03T00:00:00Z"],
  ["20260203T040506Z", "2026-02-03T04:05:06Z"],
  ["20260203T0405", "2026-02-03T04:05:00Z"],
  ["20260203", "2026-02-03T00:00:00Z"],
];

test("a moment is read in both forms, as UTC without an offset", () => {
  for (const [text, moment] of GOOD) assert.equal(readMoment(text)?.toString(), moment, text);
});

test("a date that does not exist is refused", () => {
  const bad = [
    "",
    "now",
    "2026-02-30",
    "2026-13-01",
    "2026-01-02 03:04:60",
    "2026-01-02 24:00:00",
    "0000-01-01",
    "2026-01-02 03:04:05 ",
    "20260203 040506",
    "2026-0203",
    "1770091506",
    "2026-01-02T03:04:05[UTC]",
  ];
  for (const text of bad) assert.equal(readMoment(text), undefined, text);
});
