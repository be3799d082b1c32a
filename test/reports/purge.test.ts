/** Transactions older than 18 months are purged by whole months, without delaying payments. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import { purgeBusiness } from "../../src/core/retention/retention.ts";
import { Sql } from "../../src/db/sql.ts";
import { monthNumber, transactionId } from "../../src/values/transaction-id.ts";
import { ACCOUNT, CARD, post } from "../kit/app.ts";
import { purgeNeeds } from "../kit/purges.ts";
import { NOW, openReportEnvironment, type ReportEnvironment } from "../kit/reports.ts";
import { testConfig } from "../kit/test-config.ts";

const { retention } = testConfig();
const { account_id } = ACCOUNT;

/** A transaction with an id that was issued some days before. */
async function addOld(env: ReportEnvironment, day: string, idDays = 0): Promise<string> {
  const authorized_at = `${day}T12:00:00Z`;
  const issued = Temporal.Instant.from(authorized_at).subtract({ hours: 24 * idDays });
  const month = monthNumber(issued);
  await ensureMonths(env.database.owner, [month]);
  const [id = ""] = await env.add({ id: transactionId(month, 1 + idDays), authorized_at });
  const update = { account_id, transaction_id: id, update_number: 1, is_late: false };
  await env.addUpdates({ ...update, status: "SETTLED\\FUNDED", action_at: authorized_at });
  return id;
}

async function isFound(env: ReportEnvironment, transaction_id: string): Promise<boolean> {
  const form = { ...ACCOUNT, action: "GET_TRANSACTION_STATUS", transaction_id };
  const reply = await post(env.server, "/api/tsapi/3.8", { ...form, response_format: "JSON" });
  return reply.json().found;
}

test("purged transactions are not found by status or reports", async (t) => {
  const env = await openReportEnvironment(t);
  const { owner } = env.database;
  const [gone, kept] = [await addOld(env, "2025-03-20"), await addOld(env, "2025-05-20")];
  await purgeBusiness(purgeNeeds(owner), retention, Temporal.Instant.from(NOW));
  assert.deepEqual([await isFound(env, gone), await isFound(env, kept)], [false, true]);
  assert.deepEqual(await env.idsOf({ start_date: "" }), [kept]);
  assert.deepEqual(await env.idsOf({ transaction_id: gone }), []);
  assert.deepEqual(await env.idsOf({ date: "ACTION", start_date: "" }), [kept]);
  assert.equal((await owner.rows`select from ach_updates`).length, 1);
});

test("a transaction with an older id stays until it is 18 months old itself", async (t) => {
  const env = await openReportEnvironment(t);
  const { owner } = env.database;
  // The id is from April 2025, the payment from May.
  const id = await addOld(env, "2025-05-20", 25);
  assert.equal(id.slice(0, 3), String(monthNumber(Temporal.Instant.from("2025-04-25T12:00:00Z"))));
  await purgeBusiness(purgeNeeds(owner), retention, Temporal.Instant.from("2026-11-19T12:00:00Z"));
  assert.equal(await isFound(env, id), true);
  await purgeBusiness(purgeNeeds(owner), retention, Temporal.Instant.from("2026-12-01T12:00:00Z"));
  assert.equal(await isFound(env, id), false);
});

test("payments continue while a month is purged during a long report", async (t) => {
  const env = await openReportEnvironment(t);
  const { owner, app } = env.database;
  await addOld(env, "2025-03-20");
  const [looking, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const report = app.atomically(async (db) => {
    await db.rows`${new Sql([`set local sixdoors.account_ids = '${account_id}'`], [])}`;
    await db.rows`select count(*) from report_records`;
    looking.resolve();
    await done.promise;
  });
  await looking.promise;
  const purging = purgeBusiness(purgeNeeds(owner), retention, Temporal.Instant.from(NOW));
  const sale = { ...ACCOUNT, ...CARD, transaction_type: "SALE", response_format: "JSON" };
  for (let count = 1; count <= 20; count++) {
    const form = { ...sale, transaction_amount: `5.${count + 10}` };
    const started = performance.now();
    const answer = (await post(env.server, "/api/qsapi/3.8", form)).json();
    assert.equal(answer.authorization_message, "APPROVED");
    assert.ok(performance.now() - started < 1_500);
  }
  done.resolve();
  await report;
  assert.match(await purging, /removed 1 months of transactions, 1 ACH updates/);
});
