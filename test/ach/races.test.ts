/** Requests through the interface against the cut-off: a void takes its entry out, or comes too late. */
import assert from "node:assert/strict";
import { tmpdir } from "node:os";
import { type TestContext, test } from "node:test";
import { openAch } from "../../src/app/areas/ach.ts";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import { settleAll } from "../../src/core/ach/updates/settle.ts";
import { openAchPool } from "../kit/ach.ts";
import { ACCOUNT, openTestApp, post, type TestApp } from "../kit/app.ts";
import { testConfig } from "../kit/test-config.ts";
import { tier } from "../kit/tier.ts";

const ENTRIES = tier(60, 600);
const AT_ONCE = 12;
const LANES = 3;
const BY = { actor: { kind: "system", name: "a test" } } as const;
const BANK = { bank_routing_number: "021000021", bank_account_number: "5550000777" };
const SALE = {
  ...{ ...ACCOUNT, ...BANK, tender_type: "ACH", transaction_type: "SALE", ach_sec_code: "PPD" },
  ...{ transaction_amount: "12.34", first_name: "Ada", last_name: "Buyer" },
  ...{ validate_ach_account: "0", response_format: "JSON" },
};

async function openEnvironment(t: TestContext) {
  const app = await openTestApp(t, {}, { callerPerSecond: 0, addressPerSecond: 0 });
  const { database, custody, clock } = app;
  const config = testConfig();
  const db = openAchPool(database.url);
  database.beforeDrop(() => db.close());
  return { app, ach: openAch({ db, custody, clock, config, dataDir: tmpdir() }) };
}

async function ask({ server }: TestApp, form: Record<string, string>) {
  return (await post(server, "/api/qsapi/3.8", form)).json();
}

async function takeSales(app: TestApp, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let left = count; left > 0; left -= AT_ONCE) {
    const some = Array.from({ length: Math.min(left, AT_ONCE) }, () => ask(app, SALE));
    for (const { transaction_id, authorization_message } of await Promise.all(some)) {
      assert.equal(authorization_message, "PENDING");
      ids.push(transaction_id);
    }
  }
  return ids;
}

function reverse(app: TestApp, token_id: string) {
  const change = { transaction_type: "REVERSAL", token_id, response_format: "JSON" };
  return ask(app, { ...ACCOUNT, ...change });
}

async function sentIds({ database }: TestApp): Promise<Set<string>> {
  const rows = await database.owner.rows<{ id: string }>`
    select lpad(transaction_id::text, 12, '0') as id from ach_entries`;
  return new Set(rows.map(({ id }) => id));
}

test(`${ENTRIES} voids against a cut-off: each entry is voided or sent, never both`, async (t) => {
  const { app, ach } = await openEnvironment(t);
  const ids = await takeSales(app, ENTRIES);
  const heard: [id: string, outcome: string | number][] = [];
  const attempt = async (id: string) => {
    const { error_code } = await reverse(app, id);
    heard.push([id, error_code === 0 ? "voided" : error_code]);
  };
  const before = ids.splice(0, ENTRIES / 4);
  const after = ids.splice(-ENTRIES / 4);
  const during = ids.values();
  const lane = async () => {
    for (const id of during) await attempt(id);
  };
  for (const id of before) await attempt(id);
  const cutting = forceCutOffs(ach, undefined, BY);
  await Promise.all(Array.from({ length: LANES }, lane));
  const [report] = (await cutting) ?? [];
  for (const id of after) await attempt(id);
  const sent = await sentIds(app);
  for (const [id, outcome] of heard) assert.equal(outcome, sent.has(id) ? 20022 : "voided", id);
  assert.ok(sent.size >= after.length, "what nobody voided in time has left");
  assert.ok(heard.length - sent.size >= before.length, "what was voided before has not");
  assert.equal(report?.entries, sent.size);
  const [file] = await app.database.owner.rows<{ count: number }>`
    select coalesce(sum(entry_count), 0)::int as count from simulator.ach_files`;
  assert.equal(file?.count, sent.size, "the bank has as many as we say");
  t.diagnostic(`${sent.size} sent, ${heard.length - sent.size} voided`);
});

test("an entry that was voided stays where it is when what has left settles", async (t) => {
  const { app, ach } = await openEnvironment(t);
  const [kept = "", undone = ""] = await takeSales(app, 2);
  assert.equal((await reverse(app, undone)).error_code, 0);
  await forceCutOffs(ach, undefined, BY);
  assert.equal(await settleAll(ach, app.clock.business()), 1);
  assert.deepEqual([...(await sentIds(app))], [kept]);
  assert.equal((await reverse(app, kept)).error_code, 20022);
  assert.equal((await reverse(app, undone)).error_code, 20687);
});

test("payments go on while a cut-off runs", async (t) => {
  const { app, ach } = await openEnvironment(t);
  await takeSales(app, ENTRIES);
  const [, ids] = await Promise.all([forceCutOffs(ach, undefined, BY), takeSales(app, AT_ONCE)]);
  app.clock.advance({ minutes: 1 });
  await forceCutOffs(ach, undefined, BY);
  const sent = await sentIds(app);
  assert.equal(sent.size, ENTRIES + AT_ONCE);
  assert.ok(ids.every((id) => sent.has(id)));
});

test("two cut-offs at once send each entry once", async (t) => {
  const { app, ach } = await openEnvironment(t);
  await takeSales(app, ENTRIES);
  const both = await Promise.all([
    forceCutOffs(ach, undefined, BY),
    forceCutOffs(ach, undefined, BY),
  ]);
  const entries = both.flatMap((reports) => reports?.map((report) => report.entries) ?? []);
  assert.equal(
    entries.reduce((sum, count) => sum + count, 0),
    ENTRIES,
  );
  assert.equal((await sentIds(app)).size, ENTRIES);
});
