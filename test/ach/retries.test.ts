/** Debits that were returned for lack of funds are presented again, if the account wants it. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { exchangeWithBanks } from "../../src/core/ach/exchange.ts";
import { forceCutOffs } from "../../src/core/ach/forced/force-cut-off.ts";
import { forceSettle } from "../../src/core/ach/forced/force-settle.ts";
import { readStoredFile } from "../../src/core/ach/read-stored-file.ts";
import { returnRates } from "../../src/core/ach/return-rates.ts";
import { stopRetry } from "../../src/core/ach/updates/stop-retry.ts";
import { addEntry, connectFolder, listUpdates, type TestAch } from "../kit/ach.ts";
import { OPERATOR, openAchApp, sendAll, sendBack } from "../kit/ach-app.ts";
import { withSteps } from "../kit/ach-steps.ts";
import type { TestApp } from "../kit/app.ts";
import { pay, readStatus, readTransactionRow } from "../kit/bank.ts";
import { bankFile, putIntoInbox, readTrace } from "../kit/bank-files.ts";
import { BOOKS } from "../kit/bank-logins.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { hook } from "../kit/hooked-app.ts";
import { MerchantClient } from "../kit/merchant.ts";
import { tier } from "../kit/tier.ts";

const DAYS = 3;

async function open(t: TestContext, days = DAYS) {
  const { app, ach } = await openAchApp(t);
  await app.database.owner.rows`
    update accounts set ach_retry_days = ${days} where id = ${BOOKS.account_id}`;
  return { app, ach };
}

const wait = ({ clock }: TestAch, days: number) => clock.advance({ hours: 24 * days });

/** The batches of a file: description, company and amounts. */
async function listBatches({ needs }: TestAch, names: readonly string[]) {
  const batches: [string, string, number[]][] = [];
  for (const name of names) {
    const found = await readStoredFile(needs, name);
    assert.ok(found.kind === "found");
    for (const item of found.items) {
      if (item.kind === "batch") {
        batches.push([item.header.entryDescription.trim(), item.header.companyId, []]);
      }
      if (item.kind === "entry") batches.at(-1)?.[2].push(item.entry.amountCents);
    }
  }
  return batches;
}

async function stateOf(app: TestApp, id: string) {
  const { state, message } = await readTransactionRow(app, id);
  return [state, message];
}

for (const code of ["R01", "R09"]) {
  test(`a debit returned as ${code} is presented at most twice more, after the chosen days`, async (t) => {
    const { app, ach } = await open(t);
    const { transaction_id: id } = await pay(app, { transaction_amount: "12.34" });
    await sendAll(ach);
    for (let tries = 1; tries <= 2; tries++) {
      await sendBack(ach, id, code);
      assert.deepEqual(await stateOf(app, id), ["returned", "DECLINED\\RETURNED"]);
      wait(ach, DAYS - 1);
      assert.deepEqual(await sendAll(ach), [], "not yet");
      wait(ach, 1);
      await pay(app, { transaction_amount: "1.00" });
      assert.deepEqual(await listBatches(ach, await sendAll(ach)), [
        ["PURCHASE", "1000000001", [100]],
        ["RETRY PYMT", "1000000001", [1_234]],
      ]);
      assert.deepEqual(await stateOf(app, id), ["pending", "BATCHED"]);
    }
    await sendBack(ach, id, code);
    wait(ach, 60);
    assert.deepEqual(await sendAll(ach), []);
    assert.deepEqual(await stateOf(app, id), ["returned", "DECLINED\\RETURNED"]);
  });
}

test("other returns, credits and accounts without the setting are not presented again", async (t) => {
  const { app, ach } = await open(t);
  const [stopped, credit] = [
    await pay(app, { bank_account_number: "5550011" }),
    await pay(app, { transaction_type: "CREDIT", bank_account_number: "5550012" }),
  ];
  await sendAll(ach);
  await sendBack(ach, stopped.transaction_id, "R08");
  await sendBack(ach, credit.transaction_id, "R01");
  await app.database.owner.rows`update accounts set ach_retry_days = 0`;
  const off = await pay(app);
  await sendAll(ach);
  await sendBack(ach, off.transaction_id);
  await app.database.owner.rows`update accounts set ach_retry_days = 1`;
  wait(ach, 30);
  assert.deepEqual(await sendAll(ach), []);
});

test("a debit is presented again under the company name of its first entry", async (t) => {
  const { app, ach } = await open(t);
  const rename = (name: string) =>
    app.database.owner.rows`update accounts set name = ${name} where id = ${BOOKS.account_id}`;
  await rename("Old Name");
  const old = await pay(app, { transaction_amount: "1.00", bank_account_number: "5550021" });
  await sendAll(ach);
  await rename("New Name");
  const young = await pay(app, { transaction_amount: "2.00", bank_account_number: "5550022" });
  await sendAll(ach);
  await sendBack(ach, old.transaction_id);
  ach.clock.advance({ minutes: 1 });
  await sendBack(ach, young.transaction_id);
  await rename("Third Name");
  wait(ach, DAYS);
  const first = await listNames(ach, await sendAll(ach));
  const second = await listNames(ach, await sendAll(ach));
  assert.deepEqual(
    [first, second],
    [[["OLD NAME", [100]]], [["NEW NAME", [200]]]],
    "names share no batch",
  );
  await sendBack(ach, old.transaction_id);
  wait(ach, DAYS);
  assert.deepEqual(await listNames(ach, await sendAll(ach)), [["OLD NAME", [100]]]);
});

test("a merchant can change only when a debit is presented again", async (t) => {
  const { owner } = await openSeededDatabase(t);
  const [row] = await owner.rows<{ time: boolean; number: boolean }>`
    select has_column_privilege('sixdoors_app', 'ach_retries', 'retry_at', 'update') as time,
      has_column_privilege('sixdoors_app', 'ach_retries', 'retry_number', 'update') as number`;
  assert.deepEqual(row, { time: true, number: false });
});

/** The company name and the amounts of each batch. */
async function listNames({ needs }: TestAch, names: readonly string[]) {
  const batches: [string, number[]][] = [];
  for (const name of names) {
    const found = await readStoredFile(needs, name);
    assert.ok(found.kind === "found");
    for (const item of found.items) {
      if (item.kind === "batch") batches.push([item.header.companyName.trim(), []]);
      if (item.kind === "entry") batches.at(-1)?.[1].push(item.entry.amountCents);
    }
  }
  return batches;
}

test("turning the setting off stops what was planned", async (t) => {
  const { app, ach } = await open(t);
  const { transaction_id } = await pay(app);
  await sendAll(ach);
  await sendBack(ach, transaction_id);
  await app.database.owner.rows`update accounts set ach_retry_days = 0`;
  wait(ach, 10);
  assert.deepEqual(await sendAll(ach), []);
});

test("nothing is presented again more than 180 days after the payment", async (t) => {
  const { app, ach } = await open(t, 60);
  const [early, late] = [await pay(app), await pay(app)];
  await sendAll(ach);
  wait(ach, 118);
  await sendBack(ach, early.transaction_id);
  wait(ach, 3);
  await sendBack(ach, late.transaction_id);
  wait(ach, 58);
  assert.deepEqual(await listBatches(ach, await sendAll(ach)), [
    ["RETRY PYMT", "1000000001", [100]],
  ]);
  assert.deepEqual(await stateOf(app, early.transaction_id), ["pending", "BATCHED"]);
  assert.deepEqual(await stateOf(app, late.transaction_id), ["returned", "DECLINED\\RETURNED"]);
});

test("a file that waited too long for its bank does not present a debit after 180 days", async (t) => {
  const { app, ach } = await open(t, 60);
  const { transaction_id } = await pay(app);
  await sendAll(ach);
  wait(ach, 100);
  await sendBack(ach, transaction_id);
  wait(ach, 90);
  assert.deepEqual(await sendAll(ach), []);
});

test("a debit that is presented again settles once, and not with its first file", async (t) => {
  const { app, ach } = await open(t, 1);
  const { transaction_id: id } = await pay(app);
  await ach.advance("2026-11-17T14:00:00Z");
  await sendBack(ach, id);
  // The first file counts as funded on the 19th, when the second one is on its way.
  await ach.advance("2026-11-19T20:00:00Z");
  assert.deepEqual(await stateOf(app, id), ["pending", "BATCHED"]);
  await ach.advance("2026-11-25T20:00:00Z");
  assert.deepEqual(await stateOf(app, id), ["settled", "SETTLED\\FUNDED"]);
  const updates = await listUpdates(ach, id);
  assert.deepEqual(
    updates.map((update) => update.replace(/^\S+ /, "")),
    ["DECLINED\\RETURNED R01", "SETTLED\\FUNDED"],
  );
  const status = await readStatus(app, id);
  assert.equal(status.transaction_approved, true);
});

test("a second return of the first entry does not touch the one that is on its way", async (t) => {
  const { app, ach } = await open(t, 1);
  const { folders } = await connectFolder(ach, "first-bank");
  const { transaction_id: id } = await pay(app, { transaction_amount: "12.34" });
  await sendAll(ach);
  const first = await readTrace(ach, id);
  const put = (name: string, trace: string, code: string) =>
    putIntoInbox(ach, folders.inbox, { name, text: bankFile([{ trace, code }]) });
  await put("one.ach", first, "R01");
  await exchangeWithBanks(ach.needs, ach.clock.business());
  wait(ach, 1);
  await sendAll(ach);
  await put("two.ach", first, "R02");
  await exchangeWithBanks(ach.needs, ach.clock.business());
  assert.deepEqual(await stateOf(app, id), ["pending", "BATCHED"]);
  const unmatched = await app.database.owner.rows<{ reason: string }>`
    select reason from ach_unmatched`;
  assert.deepEqual(unmatched, [{ reason: "already_returned" }]);
});

test("a bank's file may have notices about both entries of a debit that was presented again", async (t) => {
  const { app, ach } = await open(t, 1);
  const { folders } = await connectFolder(ach, "first-bank");
  const { transaction_id: id } = await pay(app, { transaction_amount: "12.34" });
  await sendAll(ach);
  const first = await readTrace(ach, id);
  const read = async (name: string, text: string) => {
    await putIntoInbox(ach, folders.inbox, { name, text });
    return exchangeWithBanks(ach.needs, ach.clock.business());
  };
  await read("one.ach", bankFile([{ trace: first, code: "R01" }]));
  wait(ach, 1);
  await sendAll(ach);
  const [entry] = await app.database.owner.rows<{ trace: string }>`
    select lpad(trace_number::text, 15, '0') as trace from ach_entries where presentment = 1`;
  const second = { trace: entry?.trace ?? "", code: "C04", corrected: "ADA BUYER" };
  const { failures } = await read("two.ach", bankFile([{ trace: first, code: "R61" }, second]));
  assert.deepEqual(failures, []);
  const notices = await app.database.owner.rows<{ code: string }>`
    select code from ach_notices order by notice_number`;
  assert.deepEqual(
    notices.map(({ code }) => code),
    ["R61", "C04"],
  );
});

test("two cutoffs at once present a debit again once", async (t) => {
  const { app, ach } = await open(t, 1);
  const ids: string[] = [];
  for (let left = 5; left > 0; left--) ids.push((await pay(app)).transaction_id);
  await sendAll(ach);
  for (const id of ids) await sendBack(ach, id);
  wait(ach, 1);
  await Promise.all([sendAll(ach), sendAll(ach), sendAll(ach)]);
  const rows = await app.database.owner.rows<{ presentment: number; n: number }>`
    select presentment, count(*)::int as n from ach_entries group by 1 order by 1`;
  assert.deepEqual(rows, [
    { presentment: 0, n: 5 },
    { presentment: 1, n: 5 },
  ]);
});

test("a cutoff that dies at any step presents a debit again once, and a blocked one never", async (t) => {
  const { app, ach } = await open(t, 1);
  await connectFolder(ach, "first-bank");
  let steps = 0;
  for (let isDone = false; !isDone; steps += tier(7, 1)) {
    const [good, blocked] = [
      await addEntry(ach),
      await addEntry(ach, { accountNumber: "5550011" }),
    ];
    const bad = await addEntry(ach, { accountNumber: "5550011" });
    await sendAll(ach);
    await sendBack(ach, good);
    await sendBack(ach, blocked);
    await sendBack(ach, bad, "R10");
    ach.clock.advance({ hours: 24 });
    isDone = await dieAtStep(ach, steps);
    await sendAll(ach);
    await sendAll(ach);
    const rows = await app.database.owner.rows<{ id: string; n: number }>`
      select transaction_id as id, count(*)::int as n from ach_entries
      where transaction_id in (${good}, ${blocked}) group by 1 order by n`;
    assert.deepEqual(
      rows.map(({ id, n }) => [id, n]),
      [
        [blocked, 1],
        [good, 2],
      ],
      `step ${steps}`,
    );
    assert.equal((await readTransactionRow(app, blocked))["state"], "rejected");
    await app.database.owner.rows`delete from bank_blocks`;
  }
  t.diagnostic(`${steps} steps`);
  assert.ok(steps > 20);
});

/** Returns true if the cutoff had fewer steps. */
async function dieAtStep({ needs, clock }: TestAch, at: number): Promise<boolean> {
  clock.advance({ seconds: 1 });
  let step = 0;
  const stepping = withSteps(needs, async () => {
    if (step++ >= at) throw new Error("the process died");
  });
  const [bank] = await forceCutOffs(stepping, "first-bank", OPERATOR).then(
    (reports) => reports ?? [],
    () => [],
  );
  return bank !== undefined && bank.failures.length === 0 && step <= at;
}

test("a debit of a blocked bank account is not presented again", async (t) => {
  const { app, ach } = await open(t, 1);
  const [one, other] = [await pay(app), await pay(app)];
  await sendAll(ach);
  await sendBack(ach, one.transaction_id, "R01");
  await sendBack(ach, other.transaction_id, "R10");
  wait(ach, 1);
  assert.deepEqual(await sendAll(ach), []);
  assert.deepEqual(await stateOf(app, one.transaction_id), ["rejected", "DECLINED\\ERRORS"]);
});

test("a retry that is blocked at its file keeps the return code, batch and trace of what was sent", async (t) => {
  const { app, ach } = await open(t, 1);
  await hook(app);
  const [one, other] = [await pay(app), await pay(app)];
  const id = one.transaction_id;
  await sendAll(ach);
  const sent = await readTransactionRow(app, id);
  await sendBack(ach, id, "R09");
  await sendBack(ach, other.transaction_id, "R10");
  wait(ach, 1);
  assert.deepEqual(await sendAll(ach), []);
  const row = await readTransactionRow(app, id);
  assert.deepEqual([row["state"], row["return_code"]], ["rejected", "R09"]);
  assert.equal(row["verification_message"], "Account blocked after return R10");
  for (const name of ["batch_id", "trace_num", "batched_at", "settle_at"])
    assert.deepEqual(row[name], sent[name], name);
  const [told] = await app.database.owner.rows<{ payload: Record<string, unknown> }>`
    select payload from outbox where transaction_id = ${id} and event = 'transaction.rejected'`;
  assert.equal(told?.payload["ach_return_code"], "R09");
  assert.equal(told?.payload["ach_retry_number"], undefined, "it was presented once");
  const [rates] = await returnRates(ach.needs.db, ach.clock.business().add({ hours: 240 }));
  assert.deepEqual([rates?.debits, rates?.returned.overall], [2, 2]);
});

test("a second retry that is blocked is the first retry again", async (t) => {
  const { app, ach } = await open(t, 1);
  const { transaction_id: id } = await pay(app);
  await sendAll(ach);
  await sendBack(ach, id, "R01");
  wait(ach, 1);
  await sendAll(ach);
  const sent = await readTransactionRow(app, id);
  const { transaction_id: other } = await pay(app);
  await sendAll(ach);
  await sendBack(ach, id, "R09");
  await sendBack(ach, other, "R10");
  wait(ach, 1);
  await sendAll(ach);
  const row = await readTransactionRow(app, id);
  assert.deepEqual([row["state"], row["return_code"]], ["rejected", "R09"]);
  for (const name of ["batch_id", "trace_num", "batched_at", "settle_at"])
    assert.deepEqual(row[name], sent[name], name);
});

test("events and the timeline tell one story", async (t) => {
  const { app, ach } = await open(t);
  await hook(app);
  const { transaction_id: id } = await pay(app);
  await sendAll(ach);
  await sendBack(ach, id);
  let client = await MerchantClient.of(app);
  assert.match((await client.look(id)).retryAt ?? "", /^2026-11-19T/);
  wait(ach, DAYS);
  await sendAll(ach);
  await forceSettle(ach.needs, { transactionId: id }, OPERATOR);
  client = await MerchantClient.of(app);
  const { steps, retryAt } = await client.look(id);
  assert.equal(retryAt, undefined);
  assert.deepEqual(
    steps.map(({ kind }) => kind),
    ["approved", "batched", "sent_to_bank", "returned", "batched", "sent_again", "settled"],
  );
  const told = await app.database.owner.rows<{ event: string; payload: Record<string, unknown> }>`
    select event, payload from outbox where transaction_id = ${id} order by id`;
  assert.deepEqual(
    told.map(({ event, payload }) => [
      event,
      payload["ach_return_code"],
      payload["ach_retry_date"],
      payload["ach_retry_number"],
    ]),
    [
      ["transaction.approved", undefined, undefined, undefined],
      ["transaction.returned", "R01", "2026-11-19", undefined],
      ["transaction.settled", undefined, undefined, 1],
    ],
  );
});

test("a planned try can be stopped for one payment, and the file decides a race", async (t) => {
  const { app, ach } = await open(t, 1);
  const [one, two] = [await pay(app), await pay(app)];
  await sendAll(ach);
  for (const { transaction_id } of [one, two]) await sendBack(ach, transaction_id);
  const client = await MerchantClient.of(app);
  const stop = async (id: string) =>
    (await client.delete(`/merchant/transactions/${id}/retry`)).status;
  assert.equal((await client.look(one.transaction_id)).actions.stopsRetry, true);
  assert.equal(await stop(one.transaction_id), 204);
  assert.equal(await stop(one.transaction_id), 409);
  assert.equal((await client.look(one.transaction_id)).actions.stopsRetry, undefined);
  wait(ach, 1);
  assert.deepEqual((await listBatches(ach, await sendAll(ach))).flat(), [
    "RETRY PYMT",
    "1000000001",
    [100],
  ]);
  const late = await stopRetry({ db: app.database.app }, BOOKS.account_id, {
    transactionId: two.transaction_id,
    by: OPERATOR,
  });
  assert.equal(late.kind, "not_planned", "it is in a file");
  assert.deepEqual(await stateOf(app, one.transaction_id), ["returned", "DECLINED\\RETURNED"]);
  const acts = await app.database.owner.rows`
    select from audit_entries where action = 'ach.stop_retry'`;
  assert.equal(acts.length, 1);
});

test("the return rates count every entry", async (t) => {
  const { app, ach } = await open(t, 1);
  const { transaction_id: id } = await pay(app);
  await sendAll(ach);
  await sendBack(ach, id);
  wait(ach, 1);
  await sendAll(ach);
  wait(ach, 10);
  const [rates] = await returnRates(ach.needs.db, ach.clock.business());
  assert.deepEqual([rates?.debits, rates?.returned.overall], [2, 1]);
});
