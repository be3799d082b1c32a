/** Reports of ACH transactions and their later updates. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openOwnReports, type Row } from "../kit/reports.ts";

const BATCHED = "2026-11-14T22:00:00Z";
const ach = (wishes: Row = {}): Row => ({
  tender_type: "ACH",
  card_brand: "ACH",
  state: "pending",
  message: "PENDING",
  ...wishes,
});

test("rule 5: PENDING until sent, then BATCHED; NOT BATCHED after a refusal, VOID after a reversal", async (t) => {
  const env = await openOwnReports(t);
  await env.add(
    ach(),
    ach({ batched_at: BATCHED }),
    ach({ batched_at: BATCHED, state: "settled" }),
    ach({ batched_at: BATCHED, state: "returned", return_code: "R01" }),
    ach({ batched_at: BATCHED, state: "rejected", return_code: "R03" }),
    ach({ state: "not_batched", is_approved: false, message: "NOT BATCHED" }),
    ach({ state: "voided", refunded_cents: 1234 }),
    ach({ state: "reversed" }),
    ach({ transaction_type: "REVERSAL", state: "voided", message: "VOID" }),
  );
  const records = await env.recordsOf({ tender_type: "ACH" });
  assert.deepEqual(
    records.map(({ authorization_msg }) => authorization_msg),
    [
      ..."PENDING BATCHED BATCHED BATCHED BATCHED".split(" "),
      "NOT BATCHED",
      ..."VOID VOID VOID".split(" "),
    ],
  );
});

test("ach_return_code is shown only for transactions that were batched and have cleared", async (t) => {
  const env = await openOwnReports(t);
  const return_code = "R01";
  await env.add(
    ach({ return_code }),
    ach({ return_code, batched_at: BATCHED }),
    ach({ return_code, state: "returned" }),
    ach({ return_code, batched_at: BATCHED, state: "returned" }),
    ach({ batched_at: BATCHED, state: "settled" }),
  );
  const codes = (await env.recordsOf()).map(({ ach_return_code }) => ach_return_code);
  assert.deepEqual(codes, ["", "", "", "R01", ""]);
});

/** Two entries of different batches with updates: one for the first, two for the second. */
async function updateEnvironment(t: TestContext) {
  const env = await openOwnReports(t);
  const [one = "", two = ""] = await env.add(
    ach({ batched_at: BATCHED, state: "settled", authorized_at: "2026-11-02T15:00:00Z" }),
    ach({
      batched_at: BATCHED,
      state: "returned",
      return_code: "R10",
      authorized_at: "2026-11-03T15:00:00Z",
      cashier: "Ada",
    }),
  );
  const update = (transaction_id: string, update_number: number, more: Row) => ({
    account_id: env.login.account_id,
    transaction_id,
    update_number,
    is_late: false,
    ...more,
  });
  await env.addUpdates(
    update(one, 1, { status: "SETTLED\\FUNDED", action_at: "2026-11-14T14:00:00Z" }),
    update(two, 1, { status: "SETTLED\\FUNDED", action_at: "2026-11-10T14:00:00Z" }),
    update(two, 2, {
      status: "DECLINED\\RETURNED",
      action_at: "2026-11-14T15:00:00Z",
      return_code: "R10",
      is_late: true,
    }),
  );
  const shownOf = async (form: Record<string, string>) =>
    (await env.recordsOf(form)).map((record) =>
      ["transaction_id", "authorization_msg", "action_date", "ach_return_code"]
        .map((name) => record[name])
        .join(" "),
    );
  return { env, one, two, shownOf };
}

test("a report by action_date has one record per update, from any batch", async (t) => {
  const { one, two, shownOf } = await updateEnvironment(t);
  assert.deepEqual(await shownOf({ action_date: "2026-11-14" }), [
    `${one} SETTLED\\FUNDED 2026-11-14 `,
    `${two} DECLINED\\RETURNED 2026-11-14 R10`,
  ]);
  assert.deepEqual(await shownOf({ action_date: "2026-11-10" }), [
    `${two} SETTLED\\FUNDED 2026-11-10 `,
  ]);
});

test("date=ACTION limits the days of updates; the default is yesterday", async (t) => {
  const { shownOf } = await updateEnvironment(t);
  const action = { date: "ACTION" };
  assert.equal((await shownOf(action)).length, 2);
  assert.equal((await shownOf({ ...action, start_date: "2026-11-10" })).length, 3);
  assert.equal((await shownOf({ ...action, end_date: "2026-11-13" })).length, 1);
  assert.equal((await shownOf({ ...action, start_date: "" })).length, 3);
  assert.equal(
    (await shownOf({ ...action, start_date: "2026-11-11", end_date: "2026-11-13" })).length,
    0,
  );
});

test("action_date accepts wildcards", async (t) => {
  const { shownOf } = await updateEnvironment(t);
  assert.equal((await shownOf({ action_date: "2026-11-??" })).length, 3);
  assert.equal((await shownOf({ action_date: "2026-11-1?" })).length, 3);
  assert.equal((await shownOf({ action_date: "*-14" })).length, 2);
  assert.equal((await shownOf({ action_date: "2026-12-*" })).length, 0);
});

test("in a report of updates, status filters the update and other filters the transaction", async (t) => {
  const { one, two, env } = await updateEnvironment(t);
  const action_date = "2026-11-14";
  assert.deepEqual(await env.idsOf({ action_date, status: "APPROVED" }), [one]);
  assert.deepEqual(await env.idsOf({ action_date, status: "DECLINED" }), [two]);
  assert.deepEqual(await env.idsOf({ action_date, cashier: "A*" }), [two]);
  assert.deepEqual(await env.idsOf({ action_date, tender_type: "ACH" }), [one, two]);
  assert.deepEqual(await env.idsOf({ date: "ACTION", transaction_id: two }), [two, two]);
  assert.deepEqual(await env.idsOf({ action_date, start_date: "2026-11-03" }), [two]);
});

test("the day of an update is in the caller's time zone", async (t) => {
  const env = await openOwnReports(t);
  const [transaction_id] = await env.add(ach({ batched_at: BATCHED }));
  await env.addUpdates({
    account_id: env.login.account_id,
    transaction_id,
    update_number: 1,
    status: "DECLINED\\ERRORS",
    action_at: "2026-11-14T04:59:59Z",
    is_late: false,
  });
  const [record] = await env.recordsOf({ action_date: "2026-11-13" });
  assert.equal(record?.["action_date"], "2026-11-13");
  assert.equal(record?.["authorization_msg"], "DECLINED\\ERRORS");
  assert.deepEqual(await env.idsOf({ action_date: "2026-11-14" }), []);
});

test("a report by transaction_date shows an ACH transaction once, whatever updates it has", async (t) => {
  const { env, two } = await updateEnvironment(t);
  const records = await env.recordsOf({ transaction_date: "2026-11-03" });
  assert.deepEqual(
    records.map(({ transaction_id, authorization_msg, action_date }) => [
      transaction_id,
      authorization_msg,
      action_date,
    ]),
    [[two, "BATCHED", ""]],
  );
});

test("ach_settle_date finds transactions that settle on that day", async (t) => {
  const env = await openOwnReports(t);
  const at = (settle_at: string | null) => ach({ settle_at, batched_at: BATCHED });
  const [first, last] = await env.add(
    at("2026-11-17T05:00:00Z"),
    at("2026-11-18T04:59:59Z"),
    at("2026-11-18T05:00:00Z"),
    at(null),
  );
  const form = { ach_settle_date: "2026-11-17", tender_type: "ACH" };
  assert.deepEqual(await env.idsOf(form), [first, last]);
  const [record] = await env.recordsOf({ ...form, include_ach_settle_date: "1" });
  assert.equal(record?.["ach_settle_date"], "2026-11-17 00:00");
});
