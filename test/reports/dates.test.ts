/** The date rules of reports: ranges, UTC forms, wildcards and the default. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openOwnReports, openReportEnvironment, type ReportEnvironment } from "../kit/reports.ts";

type Form = Record<string, string>;

/** An account with a transaction at each of these times, identified by its index. */
async function environmentWith(
  t: TestContext,
  moments: readonly string[],
  column = "authorized_at",
) {
  const env = await openOwnReports(t);
  const ids = await env.add(...moments.map((moment) => ({ [column]: moment })));
  return async (form: Form) => (await env.idsOf(form)).map((id) => ids.indexOf(id));
}

const IN_NEW_YORK = [
  "2026-11-13T04:59:59Z", // 12 November, its last second
  "2026-11-13T05:00:00Z", // 13 November, midnight
  "2026-11-14T04:59:59.999Z", // 13 November, the end
  "2026-11-14T05:00:00Z", // 14 November, midnight
  "2026-11-15T04:59:59.999999Z", // 14 November, the end
  "2026-11-15T05:00:00Z", // 15 November, which is today
  "2026-11-15T17:00:00Z", // now
  "2026-11-15T17:00:01Z", // not yet
];

test("without a date the report is of yesterday in the account's time zone", async (t) => {
  const placesOf = await environmentWith(t, IN_NEW_YORK);
  assert.deepEqual(await placesOf({}), [3, 4]);
  assert.deepEqual(await placesOf({ transaction_date: "" }), [3, 4]);
  assert.deepEqual(await placesOf({ status: "APPROVED" }), [3, 4]);
});

test("transaction_date is a day in the account's time zone", async (t) => {
  const placesOf = await environmentWith(t, IN_NEW_YORK);
  assert.deepEqual(await placesOf({ transaction_date: "2026-11-13" }), [1, 2]);
});

test("transaction_date with a time is that second", async (t) => {
  const placesOf = await environmentWith(t, IN_NEW_YORK);
  assert.deepEqual(await placesOf({ transaction_date: "2026-11-13 23:59:59" }), [2]);
  assert.deepEqual(await placesOf({ transaction_date: "2026-11-13 23:59:58" }), []);
});

test("rule 1: start_date or end_date overrides transaction_date, even a blank start_date", async (t) => {
  const placesOf = await environmentWith(t, IN_NEW_YORK);
  const transaction_date = "2026-11-12";
  assert.deepEqual(await placesOf({ transaction_date, start_date: "2026-11-14" }), [3, 4, 5, 6]);
  assert.deepEqual(await placesOf({ transaction_date, end_date: "2026-11-12" }), [0]);
  const all = [0, 1, 2, 3, 4, 5, 6];
  assert.deepEqual(await placesOf({ transaction_date, start_date: "" }), all);
  assert.deepEqual(await placesOf({ transaction_date, end_date: "" }), all);
  assert.deepEqual(await placesOf({ start_date: "", end_date: "2026-11-13" }), [0, 1, 2]);
  assert.deepEqual(await placesOf({ start_date: "2026-11-14", end_date: "" }), [3, 4, 5, 6]);
});

test("rule 2: only start_date means from there to now, inclusive", async (t) => {
  const placesOf = await environmentWith(t, IN_NEW_YORK);
  assert.deepEqual(await placesOf({ start_date: "2026-11-15" }), [5, 6]);
});

test("rule 3: only end_date means everything up to that day, inclusive", async (t) => {
  const placesOf = await environmentWith(t, IN_NEW_YORK);
  assert.deepEqual(await placesOf({ end_date: "2026-11-13" }), [0, 1, 2]);
});

test("start_date and end_date are both inclusive", async (t) => {
  const placesOf = await environmentWith(t, IN_NEW_YORK);
  const both = { start_date: "2026-11-13", end_date: "2026-11-14" };
  assert.deepEqual(await placesOf(both), [1, 2, 3, 4]);
  assert.deepEqual(await placesOf({ start_date: "2026-11-14", end_date: "2026-11-14" }), [3, 4]);
  assert.deepEqual(await placesOf({ start_date: "2026-11-15", end_date: "2027-01-01" }), [5, 6, 7]);
});

test("rule 4: UTC forms are exact, whatever the account's time zone", async (t) => {
  const placesOf = await environmentWith(t, IN_NEW_YORK);
  const cases: readonly [Form, number[]][] = [
    [{ transaction_date: "2026-11-14Z" }, [2, 3]],
    [{ transaction_date: "2026-11-14+00:00" }, [2, 3]],
    [{ transaction_date: "2026-11-14-0500" }, [3, 4]],
    [{ transaction_date: "2026-11-14 05:00:00Z" }, [3]],
    [{ transaction_date: "2026-11-14 00:00:00-05" }, [3]],
    [{ start_date: "2026-11-14 05:00:00+00", end_date: "2026-11-15 04:59:59+00" }, [3, 4]],
    [{ start_date: "2026-11-13 05:00:01Z", end_date: "2026-11-14Z" }, [2, 3]],
    [{ end_date: "2026-11-13 05:00:00Z" }, [0, 1]],
    // Form decoding turned the + of +05:30 into a blank.
    [{ transaction_date: "2026-11-13 05:30" }, [0, 1]],
    [{ transaction_date: "2026-11-13 10:30:00 05:30" }, [1]],
  ];
  for (const [form, places] of cases) {
    assert.deepEqual(await placesOf(form), places, JSON.stringify(form));
  }
});

test("days of 23 and 25 hours are whole days", async (t) => {
  const placesOf = await environmentWith(t, [
    "2026-03-08T04:59:59Z",
    "2026-03-08T05:00:00Z",
    "2026-03-09T03:59:59Z",
    "2026-03-09T04:00:00Z",
    "2026-11-01T04:00:00Z",
    "2026-11-01T05:30:00Z", // 01:30 of summer
    "2026-11-01T06:30:00Z", // 01:30 of winter
    "2026-11-02T04:59:59Z",
    "2026-11-02T05:00:00Z",
  ]);
  assert.deepEqual(await placesOf({ transaction_date: "2026-03-08" }), [1, 2]);
  assert.deepEqual(await placesOf({ transaction_date: "2026-11-01" }), [4, 5, 6, 7]);
  assert.deepEqual(await placesOf({ transaction_date: "2026-11-01 01:30:00" }), [5, 6]);
  assert.deepEqual(await placesOf({ transaction_date: "2026-11-01 01:*:*" }), [5, 6]);
  assert.deepEqual(await placesOf({ transaction_date: "2026-03-08 02:30:00" }), []);
});

test("yesterday may have 25 hours", async (t) => {
  const env = await openReportEnvironment(t);
  env.clock.set("2026-11-02T12:00:00Z");
  const ids = await env.add(
    { authorized_at: "2026-11-01T03:59:59Z" },
    { authorized_at: "2026-11-01T04:00:00Z" },
    { authorized_at: "2026-11-02T04:59:59Z" },
    { authorized_at: "2026-11-02T05:00:00Z" },
  );
  assert.deepEqual(await env.idsOf(), ids.slice(1, 3));
});

test("wildcards in dates: YYYY-MM-??, YYYY-MM-DD HH:*:* and others", async (t) => {
  const placesOf = await environmentWith(t, [
    "2026-10-31T16:00:00Z",
    "2026-11-03T17:00:00Z", // 12:00:00
    "2026-11-13T17:59:59Z", // 12:59:59
    "2026-11-13T18:00:00Z", // 13:00:00
    "2025-11-13T17:30:00Z", // 12:30:00 a year before
  ]);
  const cases: readonly [string, number[]][] = [
    ["2026-11-??", [1, 2, 3]],
    ["2026-??-13", [2, 3]],
    ["????-11-13", [4, 2, 3]],
    ["2026-11-1*", [2, 3]],
    ["*-13", [4, 2, 3]],
    ["*", [4, 0, 1, 2, 3]],
    ["2026-11-13 12:*:*", [2]],
    ["2026-11-13 1?:*", [2, 3]],
    ["2026-11-?? 12:*:*", [1, 2]],
    ["* 12:*", [4, 0, 1, 2]],
    ["*:00:00", [0, 1, 3]],
    ["2026-11-*3 12:00:0?", [1]],
    ["2026-12-??", []],
  ];
  for (const [transaction_date, places] of cases) {
    assert.deepEqual(await placesOf({ transaction_date }), places, transaction_date);
  }
});

async function batchEnvironment(
  t: TestContext,
): Promise<{ env: ReportEnvironment; ids: string[] }> {
  const env = await openOwnReports(t);
  const authorized_at = "2026-11-10T12:00:00Z";
  const moments = [
    "2026-11-14T05:59:59Z", // Central: 13 November, the end
    "2026-11-14T06:00:00Z", // Central: 14 November, midnight; New York: one o'clock
    "2026-11-15T05:59:59Z",
    "2026-11-15T06:00:00Z",
    null,
  ];
  const ids = await env.add(...moments.map((batched_at) => ({ batched_at, authorized_at })));
  return { env, ids };
}

test("date=BATCH limits batch_date, by days in US Central time", async (t) => {
  const { env, ids } = await batchEnvironment(t);
  const placesOf = async (form: Form) =>
    (await env.idsOf({ date: "BATCH", ...form })).map((id) => ids.indexOf(id));
  const the14th = { start_date: "2026-11-14", end_date: "2026-11-14" };
  assert.deepEqual(await placesOf(the14th), [1, 2]);
  assert.deepEqual(await placesOf({ start_date: "2026-11-14" }), [1, 2, 3]);
  assert.deepEqual(await placesOf({ start_date: "" }), [0, 1, 2, 3]);
  assert.deepEqual(await placesOf({ end_date: "2026-11-13" }), [0]);
  assert.deepEqual(await placesOf({ ...the14th, transaction_date: "2001-01-01" }), [1, 2]);
  // The default is yesterday.
  assert.deepEqual(await placesOf({}), [1, 2]);
  assert.deepEqual(await placesOf({ transaction_date: "2026-11-10" }), [0, 1, 2, 3, 4]);
});

test("date=BATCH accepts UTC forms", async (t) => {
  const { env, ids } = await batchEnvironment(t);
  const form = { date: "BATCH", start_date: "2026-11-14Z", end_date: "2026-11-14Z" };
  assert.deepEqual(await env.idsOf(form), [ids[0], ids[1]]);
});

test("with transaction_id the default date does not apply, but sent filters do", async (t) => {
  const env = await openOwnReports(t);
  const [id = ""] = await env.add({ authorized_at: "2026-01-05T12:00:00Z", cashier: "Ada" });
  assert.deepEqual(await env.idsOf({ transaction_id: id }), [id]);
  assert.deepEqual(await env.idsOf({ transaction_id: id, cashier: "A*" }), [id]);
  assert.deepEqual(await env.idsOf({ transaction_id: id, cashier: "B*" }), []);
  assert.deepEqual(await env.idsOf({ transaction_id: id, transaction_date: "2026-01-05" }), [id]);
  assert.deepEqual(await env.idsOf({ transaction_id: id, start_date: "2026-02-01" }), []);
  assert.deepEqual(await env.idsOf({ transaction_id: id, tender_type: "ACH" }), []);
});

test("records are ordered by time, then by id", async (t) => {
  const env = await openOwnReports(t);
  const [late, early, same = "", first = ""] = await env.add(
    { authorized_at: "2026-11-14T18:00:00Z" },
    { authorized_at: "2026-11-14T16:00:00Z" },
    {},
    {},
  );
  assert.deepEqual(await env.idsOf(), [early, ...[same, first].sort(), late]);
});
