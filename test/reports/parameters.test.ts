/** Every error code of reports, and their order: 601, 607, 621, 622, 623. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT } from "../kit/app.ts";
import { askFor, openOwnReports, openReportEnvironment } from "../kit/reports.ts";
import { openShared } from "../kit/shared.ts";

const BODIES: Readonly<Record<string, string>> = {
  "601 Authentication Failed": "Account number or access key is missing or incorrect.",
  "607 Invalid Date": "Date format is not YYYY-MM-DD or the date does not exist.",
  "608 No Data": "No transactions match the criteria.",
  "611 Data Unavailable": "A temporary system error blocks access. Try again later.",
  "621 Invalid Parameter": "A parameter does not match the request format.",
  "622 Missing Parameter": "A required parameter is missing.",
};
const [INVALID_DATE, NO_DATA, INVALID, MISSING, CONFLICTING] = [
  "607 Invalid Date",
  "608 No Data",
  "621 Invalid Parameter",
  "622 Missing Parameter",
  "623 Conflicting Parameters",
];

type Form = Record<string, string>;

test("100: the report follows, in the format of the content type", async (t) => {
  const env = await openOwnReports(t);
  await env.add({});
  for (const [response_format, type] of [
    ["CSV", "text/csv; charset=utf-8"],
    ["JSON", "application/json; charset=utf-8"],
    ["XML", "application/xml; charset=utf-8"],
  ] as const) {
    const answer = await env.ask({ response_format });
    assert.deepEqual([answer.status, answer.said, answer.type], [200, "100 OK", type]);
  }
  assert.equal((await env.ask()).type, "text/csv; charset=utf-8");
});

test("any other code has HTTP 200 and its description as plain text", async (t) => {
  const env = await openOwnReports(t);
  const cases: readonly Form[] = [
    { api_accesskey: "wrong" },
    { start_date: "yesterday" },
    {},
    { status: "MAYBE" },
    { amount_min: "1" },
  ];
  for (const form of cases) {
    const { status, said, type, body } = await env.ask(form);
    assert.deepEqual([status, type, body], [200, "text/plain; charset=utf-8", BODIES[said]], said);
  }
  const { said, body } = await env.ask({ action_date: "2026-11-14", tender_type: "CARD" });
  assert.deepEqual(
    [said, body],
    [CONFLICTING, "The combination is invalid, for example action_date for card transactions."],
  );
});

test("601: account_id or api_accesskey is missing or incorrect, whatever else is wrong", async (t) => {
  const { server } = await openShared(t, openReportEnvironment);
  const { account_id, api_accesskey } = ACCOUNT;
  const wrong: readonly Form[] = [
    {},
    { account_id },
    { api_accesskey },
    { account_id, api_accesskey: "0".repeat(32) },
    { account_id: "999999999999", api_accesskey },
    { account_id: "abc", api_accesskey },
  ];
  for (const form of wrong) {
    const { said } = await askFor(server, { ...form, start_date: "x", amount: "x" });
    assert.equal(said, "601 Authentication Failed", JSON.stringify(form));
  }
});

const CASES: Readonly<Record<string, readonly Form[]>> = {
  [INVALID_DATE]: [
    { transaction_date: "2026-02-30" },
    { transaction_date: "11/14/2026" },
    { transaction_date: "2026-13-*" },
    { transaction_date: "2026-11-14 12:00:61" },
    { start_date: "2026-2-3" },
    { start_date: "2026-11-14 12:00:00" },
    { end_date: "2026-11-31" },
    { end_date: "today" },
    { start_date: "2026-11-15", end_date: "2026-11-14" },
    { start_date: "2026-11-14 12:00:01Z", end_date: "2026-11-14 12:00:00Z" },
    { start_date: "0001-01-02", end_date: "0001-01-01" },
    { start_date: "9999-12-31", end_date: "9999-12-30" },
    { action_date: "2026-00-01" },
    { action_date: "x*" },
    { ach_settle_date: "2026-11-99", tender_type: "ACH" },
    { ach_settle_date: "2026-11", tender_type: "ACH" },
  ],
  [INVALID]: [
    { response_format: "PDF" },
    { response_format: "csv" },
    { status: "approved" },
    { tender_type: "CASH" },
    { date: "TRANSACTION" },
    { batch_detail: "yes" },
    { include_ach_settle_date: "2" },
    { reportable_fields: "on" },
    { utc_time: "UTC" },
    { amount: "-1" },
    { amount: "1.234" },
    { amount: "1e3" },
    { amount: "1,000" },
    { amount: "12345678901" },
    { amount_min: "x", amount_max: "5" },
    { amount_min: "1", amount_max: "?" },
    { transaction_id: "abc" },
    { transaction_id: "32300000000*" },
    { transaction_id: "1234567890123" },
    { cashier: "x".repeat(101) },
    { custom_id: "x".repeat(51) },
    { group: "x".repeat(26) },
    { name: "x".repeat(101) },
    { name: "a\u0000b" },
    { action_date: "2026-11-14*" },
    { transaction_date: `2026-11-14 ${"*".repeat(15)}` },
    { start_date: "2026-11-??" },
    { end_date: "*" },
    { ach_settle_date: "2026-11-1?", tender_type: "ACH" },
    { sub_account_ids: "all" },
    { sub_account_ids: ACCOUNT.account_id },
  ],
  [MISSING]: [{ amount_min: "1" }, { amount_max: "1" }, { amount: "1", amount_min: "1" }],
  [CONFLICTING]: [
    ...["CARD", "EBT", "GIFT"].map((tender_type) => ({ action_date: "2026-11-14", tender_type })),
    { date: "ACTION", tender_type: "CARD" },
    { ach_settle_date: "2026-11-14" },
    { ach_settle_date: "2026-11-14", tender_type: "CARD" },
    { ach_settle_date: "2026-11-14", tender_type: "ALL" },
    { amount: "1", amount_min: "1", amount_max: "2" },
    { amount_min: "2", amount_max: "1" },
  ],
  [NO_DATA]: [
    {},
    { transaction_date: "" },
    { transaction_id: "323000000001" },
    { action_date: "2026-11-*", tender_type: "ACH" },
    { ach_settle_date: "2026-11-14", tender_type: "ACH" },
    { amount: "0", unknown: "x" },
    { amount_min: "0", amount_max: "999999.99" },
    { batch_detail: "TRUE", utc_time: "false", reportable_fields: "0" },
    { name: "x".repeat(100), group: "*".repeat(25) },
    { name: "😀".repeat(100) },
    { start_date: "9999-12-31", end_date: "9999-12-31" },
    { end_date: "0001-01-01" },
    { status: "", tender_type: "", response_format: "", amount: "" },
  ],
};

for (const [said, forms] of Object.entries(CASES)) {
  test(`${said} is answered`, async (t) => {
    const env = await openOwnReports(t);
    for (const form of forms) {
      assert.equal((await env.ask(form)).said, said, JSON.stringify(form));
    }
  });
}

test("607: a date that is not YYYY-MM-DD or does not exist, of any length", async (t) => {
  const env = await openShared(t, openReportEnvironment);
  const texts = [
    "invalid-date",
    "November 14, 2026",
    "2026-11-14T12:00:00.000+00:00",
    `2026-11-14${" ".repeat(20)}`,
    "x".repeat(300),
  ];
  const names = ["ach_settle_date", "action_date", "start_date", "end_date", "transaction_date"];
  for (const name of names) {
    for (const text of texts) {
      const { said } = await env.ask({ [name]: text, tender_type: "ACH" });
      assert.equal(said, INVALID_DATE, `${name}=${text}`);
    }
  }
  for (const name of ["ach_settle_date", "action_date"]) {
    const { said } = await env.ask({ [name]: "2026-11-14Z", tender_type: "ACH" });
    assert.equal(said, INVALID_DATE, name);
  }
});

test("of several errors the one with the lowest code is answered", async (t) => {
  const env = await openShared(t, openReportEnvironment);
  const [date, form] = [{ end_date: "2026-02-30" }, { status: "x" }];
  const [missing, conflict] = [
    { amount_min: "1" },
    { action_date: "2026-11-14", tender_type: "CARD" },
  ];
  const agent = { sub_account_ids: "all" };
  const order: readonly [Form, string][] = [
    [{ ...date, ...form, ...missing, ...conflict, ...agent }, INVALID_DATE],
    [{ ...form, ...missing, ...conflict }, INVALID],
    [{ ...agent, ...missing, ...conflict }, INVALID],
    [{ ...missing, ...conflict }, MISSING],
    [conflict, CONFLICTING],
  ];
  for (const [asked, said] of order) assert.equal((await env.ask(asked)).said, said);
});

test("621: a parameter is sent twice", async (t) => {
  const { server } = await openShared(t, openReportEnvironment);
  const payload = `${new URLSearchParams(ACCOUNT)}&status=APPROVED&status=DECLINED`;
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const reply = await server.inject({ method: "POST", url: "/api/rsapi/3.8/", headers, payload });
  assert.equal(reply.headers["qs-response-code"], INVALID);
});

test("611: the database is unavailable", async (t) => {
  const env = await openReportEnvironment(t);
  await env.database.owner.rows`drop view report_records`;
  const { status, said, body } = await env.ask();
  assert.deepEqual([status, said, body], [200, "611 Data Unavailable", BODIES[said]]);
});
