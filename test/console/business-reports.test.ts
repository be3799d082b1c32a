/** Reports in the console API: filters, preview, download and saved filters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  ReportChoices,
  ReportPreview,
  ReportTotals,
  SavedReport,
} from "../../src/interfaces/console/business/contract.ts";
import { ConsoleClient, OWNER } from "../kit/console.ts";
import { AGENT, addAgentUser } from "../kit/merchant.ts";
import { openReportEnvironment, type ReportEnvironment } from "../kit/reports.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";

const MANAGER = { ...OWNER, name: "manager@books.test", password: "certification-manager" };
const CASHIER = { ...OWNER, name: "cashier@books.test", password: "certification-cashier" };

async function open(t: Lifetime): Promise<ReportEnvironment & { owner: ConsoleClient }> {
  const env = await openReportEnvironment(t);
  return { ...env, owner: await ConsoleClient.signedIn(env.server, OWNER) };
}

function asked(parts: Record<string, string>): string {
  return new URLSearchParams(parts).toString();
}

async function idsOf(client: ConsoleClient, parts: Record<string, string>): Promise<string[]> {
  const path = `/reports/preview?${asked({ ...parts, columns: "transaction_id" })}`;
  const { status, body } = await client.get<ReportPreview>(path);
  assert.equal(status, 200, JSON.stringify(body));
  const label = "Transaction ID";
  assert.deepEqual(body.columns, [{ name: "transaction_id", label, kind: "text" }]);
  return body.rows.map(([id]) => String(id));
}

test("users with the reports permission get the filter choices in the account's time zone", async (t) => {
  const { server, owner } = await openShared(t, open);
  const { body } = await owner.get<ReportChoices>("/reports/choices");
  assert.equal(body.timeZone, "America/New_York");
  assert.equal(body.batchZone, "America/Chicago");
  assert.equal(body.subAccounts, undefined);
  const month = body.presets.find(({ name }) => name === "this_month");
  assert.deepEqual(month, { name: "this_month", first: "2026-11-01", last: "2026-11-15" });
  assert.ok(body.columns.some(({ name, isUsual }) => name === "batch_id" && !isUsual));
  const cashier = await ConsoleClient.signedIn(server, CASHIER);
  assert.equal((await cashier.get("/reports/choices")).status, 403);
  const manager = await ConsoleClient.signedIn(server, MANAGER);
  assert.equal((await manager.get("/reports/choices")).status, 200);
});

test("presets are days in the account's time zone, and the default is yesterday", async (t) => {
  const { owner, add } = await openShared(t, open);
  const [today, yesterday, october] = await add(
    { authorized_at: "2026-11-15T05:00:00Z" },
    { authorized_at: "2026-11-15T04:59:59Z" },
    { authorized_at: "2026-10-31T12:00:00Z" },
  );
  assert.deepEqual(await idsOf(owner, { preset: "today" }), [today]);
  assert.deepEqual(await idsOf(owner, {}), [yesterday]);
  assert.deepEqual(await idsOf(owner, { preset: "yesterday" }), [yesterday]);
  assert.deepEqual(await idsOf(owner, { preset: "this_month" }), [yesterday, today]);
  assert.deepEqual(await idsOf(owner, { preset: "last_month" }), [october]);
  assert.deepEqual(await idsOf(owner, { day: "2026-1?-31" }), [october]);
  assert.deepEqual(await idsOf(owner, { day: "2026-11-1* 2?:*:*" }), [yesterday]);
  assert.deepEqual(await idsOf(owner, { startDate: "2026-11-15" }), [today]);
  assert.deepEqual(await idsOf(owner, { endDate: "2026-11-01" }), [october]);
  const exact = { startDate: "2026-11-15 04:59:59Z", endDate: "2026-11-15 04:59:59+00:00" };
  assert.deepEqual(await idsOf(owner, exact), [yesterday]);
});

test("the period can refer to the batch date, the ACH update or the settlement date", async (t) => {
  const { owner, add, addUpdates } = await open(t);
  const ach = { tender_type: "ACH", state: "returned", message: "PENDING" };
  const [batched, told, settled] = await add(
    { batched_at: "2026-11-13T05:30:00Z" },
    { ...ach, authorized_at: "2026-11-10T17:00:00Z" },
    { ...ach, authorized_at: "2026-11-10T17:00:01Z", settle_at: "2026-11-12T17:00:00Z" },
  );
  await addUpdates({
    account_id: "120000000001",
    transaction_id: told,
    update_number: 1,
    action_at: "2026-11-12T17:00:00Z",
    status: "DECLINED\\RETURNED",
    return_code: "R01",
    is_late: false,
  });
  // 11:30 p.m. on the day before, in Chicago.
  assert.deepEqual(await idsOf(owner, { dateKind: "batch", day: "2026-11-12" }), [batched]);
  assert.deepEqual(await idsOf(owner, { dateKind: "batch", day: "2026-11-13" }), []);
  assert.deepEqual(await idsOf(owner, { dateKind: "action", day: "2026-11-12" }), [told]);
  const range = { startDate: "2026-11-01", endDate: "2026-11-12" };
  assert.deepEqual(await idsOf(owner, { dateKind: "action", ...range }), [told]);
  assert.deepEqual(await idsOf(owner, { dateKind: "settled", ...range }), [settled]);
  assert.deepEqual(await idsOf(owner, { dateKind: "settled", day: "2026-11-13" }), []);
});

test("filters work as in the reporting API, and invalid ones are reported by field", async (t) => {
  const { owner, add } = await openShared(t, open);
  const [one, two] = await add(
    { amount_cents: 500, first_name: "Ada", last_name: "Lovelace", cashier: "register 1" },
    { amount_cents: 900, is_approved: false, custom_id: "A-17", tender_type: "ACH" },
  );
  assert.deepEqual(await idsOf(owner, { amount: "5.00" }), [one]);
  assert.deepEqual(await idsOf(owner, { amountMin: "6", amountMax: "10" }), [two]);
  assert.deepEqual(await idsOf(owner, { status: "DECLINED" }), [two]);
  assert.deepEqual(await idsOf(owner, { tenderType: "CARD", name: "Ada*" }), [one]);
  assert.deepEqual(await idsOf(owner, { cashier: "register ?" }), [one]);
  assert.deepEqual(await idsOf(owner, { customId: "A-*" }), [two]);
  assert.deepEqual(await idsOf(owner, { transactionId: two ?? "" }), [two]);
  const errors: [Record<string, string>, string[]][] = [
    [{ startDate: "2026-02-30", amount: "x", status: "MAYBE" }, ["amount", "startDate", "status"]],
    [{ startDate: "2026-11-02", endDate: "2026-11-01" }, ["startDate"]],
    [{ amountMin: "5" }, ["amountMax"]],
    [{ amount: "5", amountMin: "1", amountMax: "2" }, ["amount"]],
    [{ dateKind: "action", tenderType: "CARD" }, ["tenderType"]],
    [{ dateKind: "settled" }, ["day"]],
    [{ dateKind: "batch", day: "2026-11-*" }, ["day"]],
    [{ columns: "card_number" }, ["columns"]],
    [{ subAccounts: "all" }, ["subAccounts"]],
    [{ name: "x".repeat(101) }, ["name"]],
  ];
  for (const [parts, fields] of errors) {
    const { status, body } = await owner.get(`/reports/preview?${asked(parts)}`);
    assert.equal(status, 422, JSON.stringify(parts));
    assert.deepEqual(Object.keys(body.error.fields ?? {}).sort(), fields, JSON.stringify(parts));
  }
});

test("a preview shows 50 rows and whether there are more", async (t) => {
  const { owner, add } = await open(t);
  await add(...Array.from({ length: 51 }, () => ({ description: "d".repeat(400) })));
  const { body } = await owner.get<ReportPreview>("/reports/preview");
  assert.equal(body.rows.length, 50);
  assert.ok(body.hasMore);
  const at = body.columns.findIndex(({ name }) => name === "description");
  assert.equal(String(body.rows[0]?.[at]).length, 201, "a long cell is cut");
  const none = await owner.get<ReportPreview>("/reports/preview?day=2020-01-01");
  assert.deepEqual([none.body.rows, none.body.hasMore], [[], false]);
});

test("a downloaded report is identical to the one from the reporting API", async (t) => {
  const { server, owner, add, ask } = await openShared(t, open);
  await add({ cashier: 'says "hi"' }, { amount_cents: 5 });
  for (const format of ["CSV", "JSON", "XML"]) {
    const url = `/console/api/reports/download?format=${format}`;
    const answer = await server.inject({ url, headers: { cookie: owner.cookie } });
    const e = await ask({ response_format: format });
    assert.equal(answer.statusCode, 200);
    assert.equal(answer.body, e.body);
    assert.equal(answer.headers["content-type"], e.type);
    const name = `payments-120000000001-2026-11-14.${format.toLowerCase()}`;
    assert.equal(answer.headers["content-disposition"], `attachment; filename="${name}"`);
  }
  const month = "/console/api/reports/download?format=CSV&preset=this_month";
  const named = await server.inject({ url: month, headers: { cookie: owner.cookie } });
  const range = "2026-11-01-to-2026-11-15";
  assert.match(String(named.headers["content-disposition"]), new RegExp(range));
  const columns = "transaction_amount,batch_id,cashier";
  const url = `/console/api/reports/download?format=CSV&columns=${columns}`;
  const chosen = await server.inject({ url, headers: { cookie: owner.cookie } });
  assert.match(chosen.body, /^batch_id,cashier,transaction_amount\r\n/);
});

test("totals are of all rows, by type, approved and declined apart", async (t) => {
  const { owner, add } = await open(t);
  await add(
    ...Array.from({ length: 60 }, () => ({ amount_cents: 100 })),
    { amount_cents: 7, is_approved: false, state: "declined" },
    { amount_cents: 30, transaction_type: "REFUND", state: "refunded" },
    { amount_cents: 9_000, account_id: "120000000002" },
  );
  const { body } = await owner.get<ReportTotals>("/reports/totals");
  assert.deepEqual(
    body.totals.map(({ type, isApproved, count, amountCents }) => [
      type,
      isApproved,
      count,
      amountCents,
    ]),
    [
      ["REFUND", true, 1, 30],
      ["SALE", true, 60, 6_000],
      ["SALE", false, 1, 7],
    ],
  );
  const none = await owner.get<ReportTotals>("/reports/totals?day=2020-01-01");
  assert.deepEqual(none.body, { totals: [] });
});

test("totals of an agent's report are summed for each currency", async (t) => {
  const { add, ...app } = await open(t);
  await addAgentUser(app);
  await app.database.owner.rows`update accounts set currency = 'CAD' where id = 120000000002`;
  await add(
    { amount_cents: 100 },
    { amount_cents: 400, currency: "CAD", account_id: "120000000002" },
    { amount_cents: 200, currency: "CAD", account_id: "120000000002" },
  );
  const agent = await ConsoleClient.signedIn(app.server, AGENT);
  const { body } = await agent.get<ReportTotals>("/reports/totals?subAccounts=all");
  assert.deepEqual(
    body.totals.map(({ type, currency, count, amountCents }) => [
      type,
      currency,
      count,
      amountCents,
    ]),
    [
      ["SALE", "CAD", 2, 600],
      ["SALE", "USD", 1, 100],
    ],
  );
});

test("an empty report and too many reports are reported as errors", async (t) => {
  const { server, owner, add } = await open(t);
  const empty = await owner.get("/reports/download?format=CSV");
  assert.deepEqual([empty.status, empty.body.error.code], [409, "conflict"]);
  await add({});
  const env = await openReportEnvironment(t, { reportsPerAccount: 0, reportWaitMs: 0 });
  const client = await ConsoleClient.signedIn(env.server, OWNER);
  const { status, body } = await client.get("/reports/download?format=CSV");
  assert.deepEqual([status, body.error.code], [429, "too_many_requests"]);
  assert.match(body.error.message, /Too many reports are running/);
  const unsigned = await server.inject({ url: "/console/api/reports/download?format=CSV" });
  assert.equal(unsigned.statusCode, 401);
});

test("an agent can choose its own sub-accounts only", async (t) => {
  const { server, add, database } = await openReportEnvironment(t);
  await addAgentUser({ database });
  const agent = await ConsoleClient.signedIn(server, AGENT);
  const [books, clinic] = await add({}, { account_id: "120000000002" });
  await add({ account_id: "120000000003" });
  const { body } = await agent.get<ReportChoices>("/reports/choices");
  assert.deepEqual(
    body.subAccounts?.map(({ id }) => id),
    ["120000000001", "120000000002"],
  );
  assert.deepEqual(await idsOf(agent, {}), []);
  assert.deepEqual(await idsOf(agent, { subAccounts: "all" }), [books, clinic]);
  assert.deepEqual(await idsOf(agent, { subAccounts: "120000000002" }), [clinic]);
  const foreign = await agent.get("/reports/preview?subAccounts=120000000003");
  assert.deepEqual(Object.keys(foreign.body.error.fields ?? {}), ["subAccounts"]);
});

test("a filter is saved by account and name, as it was entered", async (t) => {
  const { server, owner, database } = await openShared(t, open);
  const question = { preset: "this_month", status: "DECLINED", unknown: "x", name: "" };
  const saved = await owner.post<{ id: string }>("/reports/filters", {
    name: "Declines",
    question,
  });
  assert.equal(saved.status, 200, JSON.stringify(saved.body));
  const kept = await owner.get<SavedReport[]>("/reports/filters");
  assert.deepEqual(kept.body[0]?.question, { preset: "this_month", status: "DECLINED" });
  assert.equal(kept.body[0]?.savedBy, OWNER.name);
  const again = await owner.post<{ id: string }>("/reports/filters", {
    name: "Declines",
    question: { preset: "last_month" },
  });
  assert.equal(again.body.id, saved.body.id, "the same name takes its place");
  const bad = await owner.post("/reports/filters", { name: "Bad", question: { preset: "never" } });
  assert.equal(bad.status, 422);
  const other = { ...OWNER, accountId: "120000000002", name: "owner@clinic.test" };
  const clinic = await ConsoleClient.signedIn(server, other);
  assert.deepEqual((await clinic.get("/reports/filters")).body, []);
  assert.equal((await clinic.delete(`/reports/filters/${saved.body.id}`)).status, 404);
  assert.equal((await owner.delete(`/reports/filters/${saved.body.id}`)).status, 204);
  const acts = await database.owner.rows<{ action: string }>`
    select action from audit_entries where action like 'report_filter.%' order by id`;
  assert.deepEqual(
    acts.map(({ action }) => action),
    ["report_filter.save", "report_filter.save", "report_filter.remove"],
  );
});
