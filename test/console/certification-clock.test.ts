/** The business clock and the ACH simulator in the console API. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  AchCodes,
  AchEntryDetails,
  AchEntryLine,
  Advanced,
  ClockRun,
  ClockState,
  CutOffResult,
  TestSaleResult,
} from "../../src/interfaces/console/certification/contract.ts";
import type { CursorPage } from "../../src/interfaces/console/contract.ts";
import { openTestApp } from "../kit/app.ts";
import { listAuditActions, openCertification } from "../kit/certification.ts";
import { ConsoleClient, OPERATOR, OWNER, PARTNER } from "../kit/console.ts";
import { openShared } from "../kit/shared.ts";

const SALE = { accountId: "120000000001", last4: "1001", amountCents: 1_234 };

test("only operators in certification can use the Test mode tools", async (t) => {
  const { server } = await openTestApp(t);
  for (const proof of [OWNER, PARTNER]) {
    const client = await ConsoleClient.signedIn(server, proof);
    for (const path of ["clock", "simulators", "emails", "webhooks", "ach/entries", "requests"]) {
      assert.equal((await client.get(`/certification/${path}`)).status, 403, path);
    }
    assert.equal((await client.post("/certification/clock/advance", { span: "1h" })).status, 403);
  }
  const production = await openTestApp(t, { environment: "production" });
  const operator = await ConsoleClient.signedIn(production.server, OPERATOR);
  assert.equal((await operator.get("/certification/clock")).status, 404);
});

test("the clock shows due jobs, advances, and lists the jobs that ran", async (t) => {
  const env = await openCertification(t);
  const { operator } = env;
  const before = await operator.get<ClockState>("/certification/clock");
  assert.equal(before.body.leadMs, 0);
  const names = before.body.due.map(({ name }) => name);
  assert.ok(names.includes("lapse authorizations"));
  assert.ok(names.includes("close ACH file of simulator, 17:00 America/New_York"));
  const labels = before.body.presets.map(({ label }) => label);
  assert.deepEqual(labels, ["+1 hour", "+1 day", "Next cutoff", "+3 banking days"]);

  const moved = await operator.post<Advanced>("/certification/clock/advance", { span: "1d" });
  assert.equal(moved.status, 200);
  assert.ok(Math.abs(moved.body.leadMs - 86_400_000) < 5_000);
  const ran = moved.body.ran.map(({ name }) => name);
  for (const name of ["make months", "purge", "close card batches"]) assert.ok(ran.includes(name));
  assert.equal(moved.body.stoppedAt, undefined);
  assert.deepEqual(
    ran,
    moved.body.ran
      .toSorted((a, b) => Temporal.Instant.compare(a.dueAt, b.dueAt))
      .map((r) => r.name),
  );
  assert.deepEqual(await listAuditActions(env, "clock.%"), [
    "operator clock.advance business /console",
  ]);

  const first = await operator.get<CursorPage<ClockRun>>("/certification/clock/runs?take=3");
  assert.equal(first.body.items.length, 3);
  assert.equal(first.body.items[0]?.name, ran.at(-1));
  const rest = await operator.get<CursorPage<ClockRun>>(
    `/certification/clock/runs?take=100&before=${first.body.next}`,
  );
  assert.equal(first.body.items.length + rest.body.items.length, moved.body.ranCount);
  assert.equal(rest.body.next, undefined);
});

test("the clock cannot be set back, nor advanced by more than 92 days", async (t) => {
  const { operator, clock } = await openCertification(t);
  const advance = (body: object) => operator.post("/certification/clock/advance", body);
  const past = await advance({ to: clock.business().subtract({ minutes: 1 }).toString() });
  assert.deepEqual([past.status, past.body.error.code], [409, "conflict"]);
  for (const body of [{}, { span: "soon" }, { span: "0d" }, { to: "some day" }, { span: "400d" }]) {
    const { status, body: said } = await advance(body);
    assert.equal(status, 422, JSON.stringify(body));
    assert.equal(Object.keys(said.error.fields ?? {}).length, 1);
  }
});

test("an ACH sale is created, sent and returned with R01, and its timeline shows each step", async (t) => {
  const env = await openCertification(t);
  const { operator } = env;
  const sale = await operator.post<TestSaleResult>("/certification/ach/sale", SALE);
  assert.deepEqual([sale.status, sale.body.isApproved], [200, true]);
  assert.match(sale.body.message, /^PENDING/);
  const at = `/certification/ach/entries/${sale.body.accountId}/${sale.body.transactionId}`;
  const waiting = await operator.get<AchEntryDetails>(at);
  assert.deepEqual([waiting.body.stage, waiting.body.may], ["waiting", ["cut_off"]]);
  assert.equal((await operator.post(`${at}/return`, { code: "R01" })).status, 409, "not sent yet");

  const cut = await operator.post<CutOffResult>("/certification/ach/cut-off");
  assert.deepEqual(
    cut.body.banks.map(({ name, entries, files }) => [name, entries, files.length]),
    [["simulator", 1, 1]],
  );
  const sent = await operator.get<AchEntryDetails>(at);
  assert.deepEqual([sent.body.stage, sent.body.status], ["sent", "BATCHED"]);

  const { body: clock } = await operator.get<ClockState>("/certification/clock");
  const to = clock.presets.find(({ label }) => label === "+3 banking days")?.to;
  const moved = await operator.post<Advanced>("/certification/clock/advance", { to });
  assert.equal(moved.status, 200);
  const { body: entry } = await operator.get<AchEntryDetails>(at);
  assert.deepEqual(
    [entry.stage, entry.status, entry.returnCode, entry.last4],
    ["returned", "DECLINED\\RETURNED", "R01", "1001"],
  );
  assert.deepEqual(
    entry.timeline.map(({ title, tone }) => [title, tone]),
    [
      ["Accepted", "plain"],
      ["Added to bank file", "plain"],
      ["Sent to bank", "plain"],
      ["DECLINED\\RETURNED", "bad"],
    ],
  );
  assert.match(entry.timeline.at(-1)?.detail ?? "", /^R01 Insufficient funds/);
  assert.deepEqual(await listAuditActions(env, "ach.%"), [
    `operator ach.test_sale ${SALE.accountId} /console`,
    "operator ach.cut_off simulator /console",
  ]);
});

test("an operator can return, settle and change an entry", async (t) => {
  const env = await openCertification(t);
  const { operator } = env;
  const made: string[] = [];
  for (const amountCents of [100, 200, 300]) {
    const wish = { ...SALE, last4: "5678", amountCents };
    const { body } = await operator.post<TestSaleResult>("/certification/ach/sale", wish);
    made.push(`/certification/ach/entries/${SALE.accountId}/${body.transactionId}`);
  }
  await operator.post("/certification/ach/cut-off", { bank: "simulator" });
  const [first, second, third] = made;
  const returned = await operator.post<AchEntryDetails>(`${first}/return`, { code: "r02" });
  assert.deepEqual([returned.body.stage, returned.body.returnCode], ["returned", "R02"]);
  assert.equal((await operator.post(`${first}/settle`)).status, 409);
  const settled = await operator.post<AchEntryDetails>(`${second}/settle`);
  assert.equal(settled.body.status, "SETTLED\\FUNDED");
  const changed = await operator.post<AchEntryDetails>(`${third}/change`, {
    code: "C02",
    corrected: "021000021",
  });
  assert.equal(changed.body.nocData, "C02 routing 021000021");
  assert.equal((await operator.post(`${third}/return`, { code: "R99" })).status, 422);
  assert.equal((await operator.post("/certification/ach/cut-off", { bank: "none" })).status, 404);
  const acts = await listAuditActions(env, "ach.%");
  assert.deepEqual(
    acts.slice(-3).map((act) => act.split(" ")[1]),
    ["ach.return", "ach.settle", "ach.change"],
  );
});

test("entries are filtered by stage, account and id, newest first, in pages", async (t) => {
  const { operator } = await openCertification(t);
  const list = (query: string) =>
    operator.get<CursorPage<AchEntryLine>>(`/certification/ach/entries?${query}`);
  assert.deepEqual((await list("")).body.items, []);
  for (const accountId of ["120000000001", "120000000002", "120000000001"]) {
    await operator.post("/certification/ach/sale", { ...SALE, accountId, last4: "5678" });
  }
  await operator.post("/certification/ach/cut-off");
  const late = await operator.post<TestSaleResult>("/certification/ach/sale", SALE);
  const all = (await list("")).body.items;
  assert.equal(all.length, 4);
  assert.deepEqual([all[0]?.transactionId, all[0]?.stage], [late.body.transactionId, "waiting"]);
  const first = await list("take=3");
  const second = await list(`take=3&before=${first.body.next}`);
  assert.deepEqual([...first.body.items, ...second.body.items], all);
  assert.equal((await list("stage=waiting")).body.items.length, 1);
  assert.equal((await list("stage=sent")).body.items.length, 3);
  assert.equal((await list("account=120000000002")).body.items.length, 1);
  assert.deepEqual((await list(`q=${late.body.transactionId}`)).body.items, [all[0]]);
  assert.deepEqual((await list("q=nothing")).body.items, []);
});

test("return and change codes have their titles, and each bank its next cutoff", async (t) => {
  const { operator } = await openShared(t, openCertification);
  const { body } = await operator.get<AchCodes>("/certification/ach/codes");
  assert.deepEqual(body.returns[0], {
    code: "R01",
    meaning: "Insufficient funds",
    window: "2 banking days",
  });
  assert.ok(!body.returns.some(({ code }) => code === "R61"), "no bank returns with it");
  assert.deepEqual(body.changes.find(({ code }) => code === "C03")?.pieces, [
    "routing number",
    "account number",
  ]);
  assert.equal(body.banks[0]?.name, "simulator");
});

test("a test sale requires an account with ACH, four digits and an amount", async (t) => {
  const { operator } = await openShared(t, openCertification);
  const bad = await operator.post("/certification/ach/sale", { accountId: "x", last4: "12" });
  assert.deepEqual(Object.keys(bad.body.error.fields ?? {}).sort(), [
    "accountId",
    "amountCents",
    "last4",
  ]);
  for (const accountId of ["120000000004", "999"]) {
    const { status } = await operator.post("/certification/ach/sale", { ...SALE, accountId });
    assert.equal(status, 422, accountId);
  }
  const refused = { ...SALE, last4: "0002" };
  const { body } = await operator.post<TestSaleResult>("/certification/ach/sale", refused);
  assert.deepEqual([body.isApproved, body.message], [false, "NOT BATCHED, Account closed"]);
});
