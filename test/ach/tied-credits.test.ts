/** A credit by the token of an ACH sale pays that sale back, and never more than it took. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parseCutOffWindow } from "../../src/core/ach/cut-offs.ts";
import { forceReturn } from "../../src/core/ach/forced/force-return.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import { connectFolder, type TestAch } from "../kit/ach.ts";
import { OPERATOR, openAchApp, sendAll, sendBack } from "../kit/ach-app.ts";
import { post, type TestApp } from "../kit/app.ts";
import { ask, endingIn, pay, readTransactionRow, reissue } from "../kit/bank.ts";
import { BOOKS } from "../kit/bank-logins.ts";
import { type Form, hook, jobsOf } from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";
import { until } from "../kit/until.ts";

async function sellAndSend(app: TestApp, ach: TestAch, changes: Form = {}): Promise<string> {
  const { transaction_id } = await pay(app, { transaction_amount: "10.00", ...changes });
  await sendAll(ach);
  return transaction_id;
}

const credit = (app: TestApp, token: string, transaction_amount: string, changes: Form = {}) =>
  reissue(app, token, { transaction_type: "CREDIT", transaction_amount, ...changes });

async function refundedCents(app: TestApp, id: string): Promise<unknown> {
  return (await readTransactionRow(app, id))["refunded_cents"];
}

async function readRefundIds({ server }: TestApp, transaction_id: string): Promise<string> {
  const form = { ...BOOKS, transaction_id, response_format: "JSON" };
  const report = (await post(server, "/api/rsapi/3.8", form)).json();
  return report.transactions[0].refund_id;
}

/** A credit whose bank account the provider takes two seconds to accept. It is begun, and not stored yet. */
async function beginSlowCredit(app: TestApp, sale: string) {
  const slow = { bank_routing_number: "021000021", ...endingIn("0004"), validate_ach_account: "1" };
  const asking = credit(app, sale, "10.00", slow);
  const openAttempts = () => app.database.owner.rows`select from open_attempts`;
  while ((await openAttempts()).length === 0) await new Promise(setImmediate);
  return { asking };
}

test("credits of a sale never exceed it", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const sale = await sellAndSend(app, ach);
  const first = await credit(app, sale, "6.00");
  assert.deepEqual([first.error_code, first.authorization_message], [0, "PENDING"]);
  assert.equal(first.original_transaction_id, undefined, "as the contract has it");
  assert.equal((await credit(app, sale, "4.01")).error_code, 20017);
  assert.equal((await credit(app, sale, "4.00")).error_code, 0);
  assert.equal((await credit(app, sale, "0.01")).error_code, 20017);
  assert.equal(await refundedCents(app, sale), 1_000);
});

test("concurrent credits of a sale never exceed it", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const sale = await sellAndSend(app, ach);
  const answers = await Promise.all(Array.from({ length: 12 }, () => credit(app, sale, "3.00")));
  const codes = answers.map(({ error_code }) => error_code);
  assert.equal(codes.filter((code) => code === 0).length, 3);
  assert.equal(codes.filter((code) => code === 20017).length, 9);
  assert.equal(await refundedCents(app, sale), 900);
});

test("refund_id of the credit names the sale, and that of the sale its credits", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const sale = await sellAndSend(app, ach);
  const [one, two] = [await credit(app, sale, "6.00"), await credit(app, sale, "4.00")];
  assert.equal(await readRefundIds(app, one.transaction_id), sale);
  assert.equal(await readRefundIds(app, sale), `${one.transaction_id}|${two.transaction_id}`);
});

test("the token of a credit is tied to the same sale, and stands for its own bank account", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const sale = await sellAndSend(app, ach);
  const other = { bank_routing_number: "021000021", ...endingIn("4321") };
  const first = await credit(app, sale, "6.00", other);
  assert.equal((await credit(app, first.transaction_id, "4.01")).error_code, 20017);
  const second = await credit(app, first.transaction_id, "4.00");
  assert.deepEqual([second.error_code, second.last4], [0, "4321"]);
});

test("a sale that took nothing cannot be credited", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const returned = await sellAndSend(app, ach);
  await forceReturn(ach.needs, { transactionId: returned, code: "R01" }, OPERATOR);
  assert.equal((await credit(app, returned, "1.00")).error_code, 20017);
  const voided = await pay(app);
  await ask(app, { transaction_type: "REFUND", token_id: voided.transaction_id });
  assert.equal((await credit(app, voided.transaction_id, "1.00")).error_code, 20017);
  const declined = await pay(app, endingIn("0001"));
  assert.equal((await credit(app, declined.transaction_id, "1.00")).error_code, 20017);
});

test("a credited sale cannot be voided as well", async (t) => {
  const { app } = await openShared(t, openAchApp);
  const sale = await pay(app, { transaction_amount: "10.00" });
  assert.equal((await credit(app, sale.transaction_id, "1.00")).error_code, 0);
  const undo = (transaction_type: string) =>
    ask(app, { transaction_type, token_id: sale.transaction_id });
  assert.equal((await undo("REVERSAL")).error_code, 20006);
  assert.equal((await undo("REFUND")).error_code, 20017);
});

test("a credit that is reversed, refused or returned can be sent again", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const sale = await sellAndSend(app, ach);
  const first = await credit(app, sale, "10.00");
  const reversal = { transaction_type: "REVERSAL", token_id: first.transaction_id };
  assert.equal((await ask(app, reversal)).error_code, 0);
  assert.equal(await refundedCents(app, sale), 0, "reversed");
  const closed = { bank_routing_number: "021000021", ...endingIn("0002") };
  const refused = await credit(app, sale, "10.00", { ...closed, validate_ach_account: "1" });
  assert.equal(refused.authorization_message, "NOT BATCHED");
  assert.equal(await refundedCents(app, sale), 0, "refused");
  const second = await credit(app, sale, "10.00");
  await sendAll(ach);
  await forceReturn(ach.needs, { transactionId: second.transaction_id, code: "R23" }, OPERATOR);
  assert.equal(await refundedCents(app, sale), 0, "returned");
  assert.equal(await readRefundIds(app, sale), "");
  assert.equal((await credit(app, sale, "10.00")).error_code, 0);
});

test("a credit whose process died gives its amount back", async (t) => {
  const { app, ach } = await openAchApp(t);
  const sale = await sellAndSend(app, ach);
  const { asking } = await beginSlowCredit(app, sale);
  await app.database.owner.rows`update open_attempts set lease_until = '2000-01-01Z'`;
  await reconcile(jobsOf(app), (error) => assert.fail(String(error)));
  assert.equal((await asking).authorization_message, "NOT BATCHED");
  assert.equal(await refundedCents(app, sale), 0);
});

test("a repeated credit gets its first answer and is counted once", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const sale = await sellAndSend(app, ach);
  const form = { transaction_type: "CREDIT", transaction_amount: "6.00", reissue: "1" };
  const send = () =>
    ask(app, { ...form, tender_type: "ACH", token_id: sale }, { "idempotency-key": "credit-1" });
  const first = await send();
  assert.deepEqual(await send(), first);
  assert.equal(await refundedCents(app, sale), 600);
});

test("the record of a reversed credit is a token that is tied to the same sale", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const sale = await sellAndSend(app, ach);
  const first = await credit(app, sale, "10.00");
  const record = await ask(app, { transaction_type: "REVERSAL", token_id: first.transaction_id });
  assert.equal((await credit(app, record.transaction_id, "10.01")).error_code, 20017);
  assert.equal((await credit(app, record.transaction_id, "10.00")).error_code, 0);
  assert.equal(await refundedCents(app, sale), 1_000);
});

test("an account with free credits is not limited", async (t) => {
  const { app, ach } = await openAchApp(t);
  await app.database.owner.rows`
    update accounts set allows_free_credit = true where id = ${BOOKS.account_id}`;
  const sale = await sellAndSend(app, ach);
  const free = await credit(app, sale, "99.00");
  assert.equal(free.error_code, 0);
  assert.equal(await refundedCents(app, sale), 0);
  assert.equal(await readRefundIds(app, free.transaction_id), "");
});

test("paying back a sale needs no permission for credits, and anything else does", async (t) => {
  const { app, ach } = await openAchApp(t);
  await app.database.owner.rows`
    update accounts set allows_credit = false, allows_free_credit = true
    where id = ${BOOKS.account_id}`;
  const sale = await sellAndSend(app, ach);
  const kept = await pay(app, { transaction_type: "STORE" });
  assert.equal((await credit(app, sale, "10.01")).error_code, 20017, "not free without permission");
  assert.equal((await credit(app, sale, "10.00")).error_code, 0);
  for (const refused of [
    await credit(app, kept.transaction_id, "1.00"),
    await pay(app, { transaction_type: "CREDIT" }),
    await ask(app, { transaction_type: "CREDIT", tender_type: "CARD", token_id: sale }),
  ]) {
    assert.deepEqual(
      [refused.error_code, refused.error_message],
      [20002, "Invalid transaction_type"],
    );
  }
});

test("without the permission, a credit goes only to the bank account of its sale", async (t) => {
  const { app, ach } = await openAchApp(t);
  const foreign = { bank_routing_number: "021000021", ...endingIn("4321") };
  const sale = await sellAndSend(app, ach);
  const [own, other] = [await credit(app, sale, "1.00"), await credit(app, sale, "1.00", foreign)];
  await app.database.owner.rows`
    update accounts set allows_credit = false where id = ${BOOKS.account_id}`;
  // Settings of an account are in memory for a moment.
  const isForbidden = async () =>
    (await pay(app, { transaction_type: "CREDIT" })).error_code === 20002;
  await until(isForbidden);
  for (const refused of [
    await credit(app, sale, "1.00", foreign),
    await credit(app, own.transaction_id, "1.00", foreign),
    await credit(app, other.transaction_id, "1.00"),
  ]) {
    assert.equal(refused.error_code, 20002);
  }
  assert.equal((await credit(app, sale, "1.00")).error_code, 0);
  assert.equal((await credit(app, own.transaction_id, "1.00")).error_code, 0);
});

test("credits by bank account number, or by the token of a STORE, have no sale", async (t) => {
  const { app } = await openShared(t, openAchApp);
  const kept = await pay(app, { transaction_type: "STORE" });
  assert.equal((await credit(app, kept.transaction_id, "50.00")).error_code, 0);
  assert.equal((await pay(app, { transaction_type: "CREDIT" })).error_code, 0);
});

/** The amounts of sales and their credits that were sent, in the order of the files. */
async function sentCents(app: TestApp, ...sales: readonly string[]): Promise<readonly string[]> {
  const rows = await app.database.owner.rows<{ said: string }>`
    select one.transaction_type || ' ' || entry.amount_cents as said
    from ach_entries entry
      join transactions one on one.account_id = entry.account_id and one.id = entry.transaction_id
    where coalesce(one.original_id, one.id) = any (${sales}::bigint[])
    order by entry.file_id, entry.batch_number, entry.sequence`;
  return rows.map(({ said }) => said);
}

async function readEnd(app: TestApp, id: string): Promise<readonly unknown[]> {
  const { state, message, return_code } = await readTransactionRow(app, id);
  return [state, message, return_code];
}

test("a credit that waits when its sale is returned or rejected is never sent", async (t) => {
  const { app, ach } = await openAchApp(t);
  await hook(app);
  const one = await sellAndSend(app, ach);
  const [first, second] = [await credit(app, one, "6.00"), await credit(app, one, "4.00")];
  const { transaction_id: other } = await pay(app, { transaction_amount: "20.00" });
  const third = await credit(app, other, "20.00");
  await sendBack(ach, one, "R10");
  assert.deepEqual(await readEnd(app, first.transaction_id), [
    "rejected",
    "DECLINED\\ERRORS",
    "R10",
  ]);
  assert.equal((await readEnd(app, second.transaction_id))[0], "rejected");
  assert.equal(await refundedCents(app, one), 0);
  await sendAll(ach);
  await sendAll(ach);
  assert.deepEqual(await sentCents(app, one, other), ["SALE 1000"]);
  assert.deepEqual(await readEnd(app, other), ["rejected", "DECLINED\\ERRORS", null]);
  assert.equal((await readEnd(app, third.transaction_id))[0], "rejected");
  assert.equal(await refundedCents(app, other), 0);
  const told = await app.database.owner.rows<{ id: string }>`
    select transaction_id as id from outbox where event = 'transaction.rejected' order by 1`;
  const rejected = [first, second, third].map(({ transaction_id }) => transaction_id);
  assert.deepEqual(told.map(({ id }) => id).sort(), [...rejected, other].sort());
});

test("a credit leaves in a later file than its sale", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const { transaction_id: sale } = await pay(app, { transaction_amount: "10.00" });
  const { transaction_id } = await credit(app, sale, "4.00");
  await sendAll(ach);
  assert.deepEqual(await sentCents(app, sale), ["SALE 1000"]);
  assert.equal((await readEnd(app, transaction_id))[0], "pending");
  await sendAll(ach);
  assert.deepEqual(await sentCents(app, sale), ["SALE 1000", "CREDIT 400"]);
});

test("a credit of a sale that waits does not go on the same day", async (t) => {
  const { app, ach } = await openAchApp(t);
  const names = ["14:00 America/New_York same-day", "17:00 America/New_York"];
  const windows = names.map(parseCutOffWindow).filter((window) => window !== undefined);
  await connectFolder(ach, "first-bank", { windows });
  const { transaction_id: sale } = await pay(app, { transaction_amount: "10.00" });
  const creditToday = async () => {
    const answer = await credit(app, sale, "1.00", { ach_same_day: "1" });
    return [answer.ach_same_day, answer.ach_same_day_message];
  };
  assert.deepEqual(await creditToday(), [false, "The sale has not been sent yet"]);
  await sendAll(ach);
  assert.deepEqual(await creditToday(), [true, "Same day"]);
});

test("a credit that was being verified when its sale was returned is not sent", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const sale = await sellAndSend(app, ach);
  const { asking } = await beginSlowCredit(app, sale);
  await sendBack(ach, sale, "R01");
  const late = await asking;
  assert.equal(late.authorization_message, "PENDING");
  await sendAll(ach);
  assert.deepEqual(await sentCents(app, sale), ["SALE 1000"]);
  assert.deepEqual(await readEnd(app, late.transaction_id), [
    "rejected",
    "DECLINED\\ERRORS",
    "R01",
  ]);
  assert.equal(await refundedCents(app, sale), 0);
});

test("however credits, returns and files race, no credit leaves after its sale was returned", async (t) => {
  const { app, ach } = await openShared(t, openAchApp);
  const sale = await sellAndSend(app, ach, { transaction_amount: "20.00" });
  const racing = Array.from({ length: 20 }, () => credit(app, sale, "1.00"));
  await Promise.all([sendBack(ach, sale, "R01"), ...racing]);
  const accepted = (await Promise.all(racing)).filter(({ error_code }) => error_code === 0);
  await sendAll(ach);
  assert.deepEqual(await sentCents(app, sale), ["SALE 2000"]);
  for (const { transaction_id } of accepted)
    assert.equal((await readEnd(app, transaction_id))[0], "rejected");
  assert.equal(await refundedCents(app, sale), 0);
});
