/** A payment that was reversed is given back once: no credit, reversal or retry comes on top. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { BankConnection } from "../../src/core/ach/connections/bank-connection.ts";
import { finishFiles } from "../../src/core/ach/files/cut-off.ts";
import { endSentReversals } from "../../src/core/ach/reversals/end-reversals.ts";
import { makeApprovedReversals } from "../../src/core/ach/reversals/make-reversals.ts";
import type { DashboardAnswer } from "../../src/interfaces/console/merchant/contract.ts";
import { addEntry, connectFolder, listUpdates, type TestAch } from "../kit/ach.ts";
import { openAchApp, sendAll, sendBack } from "../kit/ach-app.ts";
import {
  agreeToReverse,
  exchangeFiles,
  listSentEntries,
  reverseFile,
} from "../kit/ach-reversal.ts";
import { withSteps } from "../kit/ach-steps.ts";
import type { TestApp } from "../kit/app.ts";
import { endingIn, pay, readStatus, readTransactionRow, reissue } from "../kit/bank.ts";
import { BOOKS } from "../kit/bank-logins.ts";
import { hook } from "../kit/hooked-app.ts";
import { MerchantClient } from "../kit/merchant.ts";
import { askFor } from "../kit/reports.ts";
import { type Lifetime, openShared } from "../kit/shared.ts";
import { tier } from "../kit/tier.ts";

async function openRetrying(t: Lifetime) {
  const { app, ach } = await openAchApp(t);
  await app.database.owner.rows`
    update accounts set ach_retry_days = 1 where id = ${BOOKS.account_id}`;
  const { connection, folders } = await connectFolder(ach, "first-bank");
  return { app, ach, connection, outbox: folders.outbox };
}

/** What other tests sent, or left for the next file, is not listed. */
async function open(t: Lifetime, opener = openShared(t, openRetrying)) {
  const { outbox, ...opened } = await opener;
  await sendAll(opened.ach);
  const { length: earlier } = await listSentEntries(outbox);
  const listSent = async () => (await listSentEntries(outbox)).slice(earlier);
  return { ...opened, listSent };
}

/** For tests that move the clock or look at everything. */
const openAlone = (t: Lifetime) => open(t, openRetrying(t));

/** Sells in one file. Returns the name of the file and the ids. */
async function sellAndSend(app: TestApp, ach: TestAch, ...amounts: readonly string[]) {
  const ids: string[] = [];
  for (const transaction_amount of amounts)
    ids.push((await pay(app, { transaction_amount })).transaction_id);
  const [fileName = ""] = await sendAll(ach);
  return { fileName, ids, id: ids[0] ?? "" };
}

const credit = (app: TestApp, token: string, transaction_amount: string) =>
  reissue(app, token, { transaction_type: "CREDIT", transaction_amount });

async function stateOf(app: TestApp, id: string) {
  const { state, message, refunded_cents } = await readTransactionRow(app, id);
  return [state, message, refunded_cents];
}

test("a sale that was credited is left out of a reversal", async (t) => {
  const { app, ach, listSent } = await open(t);
  const { fileName, ids } = await sellAndSend(app, ach, "20.00", "10.00", "30.00");
  assert.equal((await credit(app, ids[0] ?? "", "20.00")).error_code, 0);
  await sendAll(ach);
  assert.equal((await credit(app, ids[1] ?? "", "1.00")).error_code, 0, "it waits for a file");
  await reverseFile(ach, { fileName });
  assert.deepEqual((await listSent()).slice(-1), ["REVERSAL 22 3000"]);
  assert.equal((await listSent()).filter((line) => line.startsWith("REVERSAL")).length, 1);
  assert.deepEqual(await stateOf(app, ids[0] ?? ""), ["pending", "BATCHED", 2_000]);
});

test("a reversed sale cannot be credited", async (t) => {
  const { app, ach, listSent } = await open(t);
  const { fileName, id } = await sellAndSend(app, ach, "20.00");
  await reverseFile(ach, { fileName });
  for (const amount of ["20.00", "0.01"])
    assert.equal((await credit(app, id, amount)).error_code, 20017);
  await sendAll(ach);
  assert.deepEqual(await listSent(), ["PURCHASE 27 2000", "REVERSAL 22 2000"]);
});

test("a reversal and credits at the same moment pay a sale back once", async (t) => {
  const { app, ach, listSent } = await open(t);
  const amounts = Array.from({ length: 12 }, (_, at) => `${at + 1}.00`);
  const { fileName, ids } = await sellAndSend(app, ach, ...amounts);
  await agreeToReverse(ach, { fileName });
  await Promise.all([
    exchangeFiles(ach),
    ...ids.flatMap((id, at) => [credit(app, id, amounts[at] ?? ""), credit(app, id, "1.00")]),
  ]);
  await exchangeFiles(ach);
  await sendAll(ach);
  const sent = await listSent();
  for (const [at, id] of ids.entries()) {
    const wasReversed = sent.includes(`REVERSAL 22 ${(at + 1) * 100}`);
    const credits = await app.database.owner.rows<{ cents: number }>`
      select amount_cents as cents from transactions where original_id = ${id} and is_approved`;
    const back = credits.reduce((sum, { cents }) => sum + cents, 0);
    const most = wasReversed ? 0 : (at + 1) * 100;
    assert.ok(back <= most, `${id}: ${back} in credits, reversed: ${wasReversed}`);
    assert.ok(wasReversed || back > 0, "left out only because of a credit");
  }
});

test("a reversed debit that is returned afterwards is not presented again", async (t) => {
  const { app, ach, listSent } = await openAlone(t);
  const { fileName, id } = await sellAndSend(app, ach, "12.34");
  await reverseFile(ach, { fileName });
  await sendBack(ach, id, "R01");
  ach.clock.advance({ hours: 48 });
  assert.deepEqual(await sendAll(ach), []);
  assert.deepEqual(await listSent(), ["PURCHASE 27 1234", "REVERSAL 22 1234"]);
});

test("a planned retry ends with the reversal of its file", async (t) => {
  const { app, ach, listSent } = await openAlone(t);
  const { fileName, ids } = await sellAndSend(app, ach, "12.34", "5.00");
  await sendBack(ach, ids[0] ?? "", "R01");
  await reverseFile(ach, { fileName });
  ach.clock.advance({ hours: 48 });
  assert.deepEqual(await sendAll(ach), []);
  assert.deepEqual((await listSent()).slice(2), ["REVERSAL 22 500"]);
});

test("a reversed credit gives its amount back to the sale", async (t) => {
  const { app, ach, listSent } = await open(t);
  const { id } = await sellAndSend(app, ach, "20.00");
  const { transaction_id: paidBack } = await credit(app, id, "15.00");
  const [fileName = ""] = await sendAll(ach);
  await reverseFile(ach, { fileName });
  assert.deepEqual((await listSent()).slice(-1), ["REVERSAL 27 1500"]);
  assert.deepEqual(await stateOf(app, id), ["pending", "BATCHED", 0]);
  assert.deepEqual(await stateOf(app, paidBack), ["returned", "DECLINED\\RETURNED", 0]);
  assert.equal((await credit(app, id, "20.00")).error_code, 0);
  assert.equal((await credit(app, id, "0.01")).error_code, 20017);
});

test("status, reports, events and the dashboard show a reversed sale as given back", async (t) => {
  const { app, ach } = await openAlone(t);
  await hook(app);
  const { fileName, ids } = await sellAndSend(app, ach, "20.00", "10.00");
  const [late = "", early = ""] = ids;
  await ach.advance("2026-11-20T15:00:00Z");
  assert.deepEqual(await stateOf(app, late), ["settled", "SETTLED\\FUNDED", 0]);
  await reverseFile(ach, { fileName });
  for (const id of ids) {
    const { transaction_approved, authorization_message } = await readStatus(app, id);
    assert.deepEqual([transaction_approved, authorization_message], [false, "DECLINED\\RETURNED"]);
    assert.deepEqual(
      (await listUpdates(ach, id)).map((said) => said.replace(/^\S+ /, "")),
      ["SETTLED\\FUNDED", "DECLINED\\RETURNED late"],
    );
  }
  const form = { ...BOOKS, start_date: "2026-11-16", end_date: "2026-11-20" };
  const { body } = await askFor(app.server, { ...form, date: "ACTION", response_format: "JSON" });
  const records = JSON.parse(body).transactions as Record<string, unknown>[];
  assert.deepEqual(
    records
      .filter(({ transaction_id }) => transaction_id === late)
      .map((one) => [one["action_date"], one["authorization_msg"], one["ach_return_code"]]),
    [
      ["2026-11-19", "SETTLED\\FUNDED", ""],
      ["2026-11-20", "DECLINED\\RETURNED", ""],
    ],
  );
  const client = await MerchantClient.of(app);
  const days = (await client.get<readonly { saleCents: number }[]>("/merchant/days")).body;
  assert.equal(
    days.reduce((sum, { saleCents }) => sum + saleCents, 0),
    0,
  );
  const { inFlight } = (await client.get<DashboardAnswer>("/merchant/dashboard")).body;
  assert.equal(inFlight.waitingCents, 0);
  const { steps } = await client.look(early);
  assert.deepEqual(
    steps.map(({ kind }) => kind),
    ["approved", "batched", "sent_to_bank", "settled", "returned", "notice"],
  );
  const told = await app.database.owner.rows<{ payload: Record<string, unknown> }>`
    select payload from outbox where event = 'transaction.returned' order by id`;
  assert.deepEqual(
    told.map(({ payload }) => [payload["ach_reversed"], payload["ach_return_code"]]),
    [
      [true, undefined],
      [true, undefined],
    ],
  );
});

test("a return after the reversal is applied to the debit, and blocks its bank account", async (t) => {
  const { app, ach } = await open(t);
  const { transaction_id: id } = await pay(app, {
    ...endingIn("5001"),
    transaction_amount: "20.00",
  });
  const [fileName = ""] = await sendAll(ach);
  await reverseFile(ach, { fileName });
  await sendBack(ach, id, "R10");
  const { return_code } = await readTransactionRow(app, id);
  assert.equal(return_code, "R10");
  assert.equal((await reissue(app, id)).authorization_message, "NOT BATCHED");
});

test("an exchange that dies at any step reverses a file once, and pays its sales back once", async (t) => {
  const { app, ach, connection, listSent } = await openAlone(t);
  let [steps, rounds] = [0, 0];
  for (let isDone = false; !isDone; steps += tier(7, 1)) {
    const id = await addEntry(ach, { cents: 1_000 + ++rounds });
    const [fileName = ""] = await sendAll(ach);
    await agreeToReverse(ach, { fileName });
    isDone = await dieAtStep(ach, connection, steps);
    await exchangeFiles(ach);
    const reversed = (await listSent()).filter((line) => line === `REVERSAL 22 ${1_000 + rounds}`);
    assert.equal(reversed.length, 1, `step ${steps}`);
    assert.deepEqual(await stateOf(app, id), ["returned", "DECLINED\\RETURNED", 0]);
    assert.equal((await listUpdates(ach, id)).length, 1, `step ${steps}`);
  }
  t.diagnostic(`${steps} steps`);
  assert.ok(steps > 20);
});

/** The steps of an exchange that concern reversals. Returns true if there were fewer. */
async function dieAtStep(
  { needs, clock }: TestAch,
  connection: BankConnection,
  at: number,
): Promise<boolean> {
  clock.advance({ seconds: 1 });
  let step = 0;
  const stepping = withSteps(needs, async () => {
    if (step++ >= at) throw new Error("the process died");
  });
  const exchange = async () => {
    await makeApprovedReversals(stepping, connection);
    await finishFiles(stepping, connection, clock.business());
    await endSentReversals(stepping, connection.name);
  };
  await exchange().catch(() => {});
  return step <= at;
}
