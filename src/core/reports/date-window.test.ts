/** Tests of date-window.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clampToCalendar, type DateForms, justAfter, readDate, yesterday } from "./date-window.ts";

const NEW_YORK = "America/New_York";
const EVERYTHING: DateForms = {
  timeZone: NEW_YORK,
  allowsTime: true,
  allowsOffset: true,
  allowsWildcards: true,
};

function readWindow(text: string, forms: DateForms = EVERYTHING): string | undefined {
  const match = readDate(text, forms);
  return match && `${match.from ?? "-"} ${match.until ?? "-"}`;
}

test("a date is a day in the caller's time zone", () => {
  assert.equal(readWindow("2026-11-14"), "2026-11-14T05:00:00Z 2026-11-15T05:00:00Z");
  assert.equal(
    readWindow("2026-11-14", { timeZone: "America/Chicago" }),
    "2026-11-14T06:00:00Z 2026-11-15T06:00:00Z",
  );
});

test("a day with a change of clocks has 23 or 25 hours", () => {
  assert.equal(readWindow("2026-03-08"), "2026-03-08T05:00:00Z 2026-03-09T04:00:00Z");
  assert.equal(readWindow("2026-11-01"), "2026-11-01T04:00:00Z 2026-11-02T05:00:00Z");
  // In Beirut the skipped hour is the one after midnight.
  const beirut = { timeZone: "Asia/Beirut" };
  assert.equal(readWindow("2026-03-29", beirut), "2026-03-28T22:00:00Z 2026-03-29T21:00:00Z");
});

test("yesterday is the previous day in the caller's time zone, whatever its length", () => {
  const written = (now: string, zone: string) => {
    const { from, until } = yesterday(Temporal.Instant.from(now), zone);
    return `${from} ${until}`;
  };
  assert.equal(
    written("2026-11-15T04:59:59Z", NEW_YORK),
    "2026-11-13T05:00:00Z 2026-11-14T05:00:00Z",
  );
  assert.equal(
    written("2026-11-02T12:00:00Z", NEW_YORK),
    "2026-11-01T04:00:00Z 2026-11-02T05:00:00Z",
  );
  assert.equal(
    written("2026-11-15T12:00:00Z", "Pacific/Kiritimati"),
    "2026-11-14T10:00:00Z 2026-11-15T10:00:00Z",
  );
});

test("a window up to now includes the current moment", () => {
  assert.equal(
    justAfter(Temporal.Instant.from("2026-11-15T12:00:00Z")).toString(),
    "2026-11-15T12:00:00.000001Z",
  );
});

test("a time is one second, which may occur twice in fall and not at all in spring", () => {
  assert.equal(readWindow("2026-11-14 12:00:00"), "2026-11-14T17:00:00Z 2026-11-14T17:00:01Z");
  assert.equal(readWindow("2026-11-01 01:30:00"), "2026-11-01T05:30:00Z 2026-11-01T06:30:01Z");
  assert.ok(readDate("2026-03-08 02:30:00", EVERYTHING));
  assert.deepEqual(readDate("2026-11-14 12:00:00", EVERYTHING)?.pattern, {
    part: "moment",
    like: { kind: "exactly", text: "2026-11-14 12:00:00" },
  });
});

test("UTC forms accept ±HH, ±HHMM, ±HH:MM and Z, and a blank in place of a lost +", () => {
  const day = "2026-11-13T22:00:00Z 2026-11-14T22:00:00Z";
  for (const offset of ["+02", "+0200", "+02:00", " 02", " 0200", " 02:00"]) {
    assert.equal(readWindow(`2026-11-14${offset}`), day, offset);
  }
  assert.equal(readWindow("2026-11-14Z"), "2026-11-14T00:00:00Z 2026-11-15T00:00:00Z");
  assert.equal(readWindow("2026-11-14-05:30"), "2026-11-14T05:30:00Z 2026-11-15T05:30:00Z");
  assert.equal(
    readWindow("2026-11-14 12:00:00 02:00"),
    "2026-11-14T10:00:00Z 2026-11-14T10:00:01Z",
  );
  assert.equal(readWindow("2026-11-14 12:00:00Z"), "2026-11-14T12:00:00Z 2026-11-14T12:00:01Z");
});

test("an offset is at most 14 hours", () => {
  assert.equal(readWindow("2026-11-14+14"), "2026-11-13T10:00:00Z 2026-11-14T10:00:00Z");
  assert.equal(readWindow("2026-11-14 13:45"), "2026-11-13T10:15:00Z 2026-11-14T10:15:00Z");
  assert.equal(readWindow("2026-11-14-14:00"), "2026-11-14T14:00:00Z 2026-11-15T14:00:00Z");
});

test("a UTC day has 24 hours, even if the account's day does not", () => {
  assert.equal(readWindow("2026-11-01Z"), "2026-11-01T00:00:00Z 2026-11-02T00:00:00Z");
});

const NO_DATES = [
  "2026-02-29",
  "2026-02-30",
  "2026-13-01",
  "2026-00-10",
  "2026-1-1",
  "26-11-14",
  "11/14/2026",
  "0000-01-01",
  "2026-11-14T12:00:00",
  "2026-11-14 24:00:00",
  "2026-11-14 12:60:00",
  "2026-11-14 12:00:60",
  "2026-11-14 12:00:60Z",
  "2026-11-14+24",
  "2026-11-14+15",
  "2026-11-14-14:01",
  "2026-11-14 14:30",
  "2026-11-14 12:00:00+1430",
  "2026-11-14 15:00",
  "2026-11-14+5",
  "2026-11-14+02:60",
  "2026-11-14z",
  " 2026-11-14",
  "2026-11-14 ",
  "2026-02-30Z",
  "2026-13-??",
  "2026-02-30 *",
  "2026-11-14 25:*:*",
  "2026-1-*",
  "2026-2?-01",
  "2026-11-4?",
  "2026-02-3?",
  "2026-11-14-*",
  "2026-11-14 3?:*",
  "2026-11-14 12:75:*",
  "2026-11-14 12:00:7?",
  "2026-11-14 12:00:000*",
  "0000-*",
  " *",
  "november *",
  "2026-11-??+02",
];

test("other formats and dates that do not exist are refused", () => {
  for (const text of NO_DATES) assert.equal(readDate(text, EVERYTHING), undefined, text);
  assert.ok(readDate("2028-02-29", EVERYTHING));
});

test("times, offsets and wildcards are accepted only if allowed", () => {
  const forms = { timeZone: NEW_YORK };
  for (const text of ["2026-11-14 12:00:00", "2026-11-14Z", "2026-11-??"]) {
    assert.equal(readDate(text, forms), undefined, text);
  }
  assert.ok(readDate("2026-11-??", { ...forms, allowsWildcards: true }));
  assert.equal(readDate("2026-11-14 1*", { ...forms, allowsWildcards: true }), undefined);
});

test("the text before the first wildcard limits the window", () => {
  const cases: readonly [string, string][] = [
    ["2026-11-??", "2026-11-01T04:00:00Z 2026-12-01T05:00:00Z"],
    ["2026-11-1?", "2026-11-01T04:00:00Z 2026-12-01T05:00:00Z"],
    ["2026-*", "2026-01-01T05:00:00Z 2027-01-01T05:00:00Z"],
    ["2026-11-14 12:*:*", "2026-11-14T17:00:00Z 2026-11-14T18:00:00Z"],
    ["2026-11-14 1?:*", "2026-11-14T05:00:00Z 2026-11-15T05:00:00Z"],
    // The hour that occurs twice.
    ["2026-11-01 01:*:*", "2026-11-01T05:00:00Z 2026-11-01T07:00:00Z"],
    ["20*", "- -"],
    ["*", "- -"],
  ];
  for (const [text, window] of cases) assert.equal(readWindow(text), window, text);
});

test("the text before the first wildcard must be the start of an existing date", () => {
  const begun = ["0*", "2*", "2026-0?-01", "2026-1?-01", "2026-11-3?", "2028-02-2?", "2026-11-0*"];
  const timed = ["2026-11-14 2?:*", "2026-11-14 00:5?:*", "2026-11-14 23:59:5?", "? 12:*"];
  for (const text of [...begun, ...timed]) assert.ok(readDate(text, EVERYTHING), text);
});

test("a pattern without a time matches dates, and one with a time matches seconds", () => {
  const patternPart = (text: string) => readDate(text, EVERYTHING)?.pattern?.part;
  assert.equal(patternPart("2026-11-??"), "date");
  assert.equal(patternPart("*"), "date");
  assert.equal(patternPart("2026-11-14 12:*:*"), "moment");
  assert.equal(patternPart("*:00:00"), "moment");
});

test("days at the ends of the calendar are limited to what the database can store", () => {
  assert.equal(readWindow("0001-01-01Z"), "0001-01-01T00:00:00Z 0001-01-02T00:00:00Z");
  const held = (moment: string) => clampToCalendar(Temporal.Instant.from(moment)).toString();
  assert.equal(held("0001-01-02T05:00:00Z"), "0002-01-01T00:00:00Z");
  assert.equal(held("2026-11-15T12:00:00Z"), "2026-11-15T12:00:00Z");
  assert.equal(held("+010000-01-01T05:00:00Z"), "9999-12-31T00:00:00Z");
});
