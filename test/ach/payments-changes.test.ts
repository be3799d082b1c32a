/** Refunds and reversals of entries before and after the file (F). */
import assert from "node:assert/strict";
import { test } from "node:test";
import { closeBatches } from "../../src/core/payments/batches/close-batches.ts";
import { lapseAuthorizations } from "../../src/core/payments/changes/lapse.ts";
import { CARD, openTestApp, type TestApp } from "../kit/app.ts";
import {
  ask,
  BANK,
  endingIn,
  idsToSend,
  markSent,
  moveOn,
  pay,
  readStatus,
  readTransactionRow,
  SALE,
} from "../kit/bank.ts";
import { CLINIC } from "../kit/bank-logins.ts";
import { type Form, fetchId, jobsOf, NO_LIMITS } from "../kit/hooked-app.ts";
import { openShared } from "../kit/shared.ts";

const open = (t: Parameters<typeof openTestApp>[0]) => openTestApp(t, {}, NO_LIMITS);

const change = (app: TestApp, transaction_type: string, token_id: string, more: Form = {}) =>
  ask(app, { transaction_type, token_id, ...more });

const stateOf = async (app: TestApp, id: string) => (await readTransactionRow(app, id))["state"];
const credit = (app: TestApp) => ask(app, { ...SALE, transaction_type: "CREDIT" });

test("REFUND before the file is a VOID of the whole entry, which is not sent", async (t) => {
  const app = await openShared(t, open);
  const before = await idsToSend(app);
  const stays = await pay(app);
  for (const transaction_amount of ["", "1.00"]) {
    const sale = await pay(app, { check_number: "17", transaction_description: "Rent" });
    assert.deepEqual(await idsToSend(app), [...before, stays.transaction_id, sale.transaction_id]);
    const undone = await change(app, "REFUND", sale.transaction_id, { transaction_amount });
    assert.deepEqual(Object.entries(undone).slice(0, 10), [
      ["original_transaction_id", sale.transaction_id],
      ["transaction_id", undone.transaction_id],
      ["tender_type", "ACH"],
      ["transaction_timestamp", undone.transaction_timestamp],
      ["card_brand", "ACH"],
      ["transaction_type", "REFUND"],
      ["last4", "5678"],
      ["card_expiration", null],
      ["authorization_code", "ACH"],
      ["authorization_message", "VOID"],
    ]);
    const { transaction_amount: amount, first_name, check_number, error_code } = undone;
    assert.deepEqual([amount, first_name, check_number, error_code], [1, "Jim", "17", 0]);
    assert.deepEqual(await idsToSend(app), [...before, stays.transaction_id]);
    assert.equal(await stateOf(app, sale.transaction_id), "voided");
    const record = await readTransactionRow(app, undone.transaction_id);
    assert.deepEqual(
      [record["state"], record["message"], record["original_id"], record["sec_code"]],
      ["voided", "VOID", Number(sale.transaction_id), "WEB"],
    );
    const status = await readStatus(app, undone.transaction_id);
    assert.deepEqual([status.authorization_message, status.transaction_approved], ["VOID", true]);
  }
});

test("REVERSAL before the file answers APPROVED and is recorded as VOID", async (t) => {
  const app = await openShared(t, open);
  const before = await idsToSend(app);
  for (const make of [pay, credit]) {
    const { transaction_id } = await make(app);
    const other = await change(app, "REVERSAL", transaction_id, { transaction_amount: "0.99" });
    assert.equal(other.error_code, 20003);
    const undone = await change(app, "REVERSAL", transaction_id);
    assert.deepEqual(
      [undone.original_transaction_id, undone.transaction_type, undone.authorization_message],
      [transaction_id, "REVERSAL", "APPROVED"],
    );
    assert.deepEqual(await idsToSend(app), before);
    assert.equal(await stateOf(app, transaction_id), "reversed");
    const status = await readStatus(app, undone.transaction_id);
    assert.equal(status.authorization_message, "VOID");
  }
});

test("a partial refund of an entry is refused with 20017", async (t) => {
  const app = await openShared(t, open);
  const before = await idsToSend(app);
  const { transaction_id } = await pay(app, { transaction_amount: "10.00" });
  for (const transaction_amount of ["0.01", "9.99", "10.01"]) {
    const refused = await change(app, "REFUND", transaction_id, { transaction_amount });
    assert.deepEqual([refused.error_code, refused.error_message], [20017, "INVALID REFUND AMOUNT"]);
  }
  assert.deepEqual(await idsToSend(app), [...before, transaction_id]);
  assert.equal((await change(app, "REFUND", transaction_id)).authorization_message, "VOID");
});

test("a voided entry cannot be voided again: REFUND 20017, REVERSAL 20687", async (t) => {
  const app = await openShared(t, open);
  for (const type of ["REFUND", "REVERSAL"]) {
    const { transaction_id } = await pay(app);
    const undone = await change(app, type, transaction_id);
    for (const id of [transaction_id, undone.transaction_id]) {
      assert.equal((await change(app, "REFUND", id)).error_code, 20017);
      assert.equal((await change(app, "REVERSAL", id)).error_code, 20687);
    }
  }
});

test("once an entry is in a file, REFUND and REVERSAL are 20022, and CREDIT works", async (t) => {
  const app = await openShared(t, open);
  for (const make of [pay, credit]) {
    const { transaction_id } = await make(app);
    await markSent(app, transaction_id);
    for (const state of ["pending", "settled", "returned", "rejected"]) {
      await app.database.owner.rows`
        update transactions set state = ${state} where id = ${transaction_id}`;
      for (const type of ["REFUND", "REVERSAL"]) {
        const refused = await change(app, type, transaction_id);
        assert.deepEqual(
          [refused.error_code, refused.error_message],
          [20022, "TRANSACTION ALREADY SENT"],
        );
      }
      assert.equal(
        (await change(app, "CAPTURE", transaction_id, { transaction_amount: "1" })).error_code,
        20006,
      );
      assert.equal(await stateOf(app, transaction_id), state);
    }
  }
  assert.equal((await credit(app)).authorization_message, "PENDING");
});

test("CAPTURE, a refund of a credit, and changes of refused and stored ones are 20006", async (t) => {
  const app = await openShared(t, open);
  const before = await idsToSend(app);
  const sale = await pay(app);
  const given = await credit(app);
  const refused = await pay(app, endingIn("0001"));
  const stored = await ask(app, { ...BANK, transaction_type: "STORE" });
  const amount = { transaction_amount: "1.00" };
  const answers = [
    await change(app, "CAPTURE", sale.transaction_id, amount),
    await change(app, "REFUND", given.transaction_id),
    await change(app, "CAPTURE", given.transaction_id, amount),
  ];
  for (const { transaction_id } of [refused, stored]) {
    answers.push(await change(app, "REFUND", transaction_id));
    answers.push(await change(app, "REVERSAL", transaction_id));
    answers.push(await change(app, "CAPTURE", transaction_id, amount));
  }
  answers.push(await change(app, "REFUND", sale.transaction_id, CLINIC));
  for (const { error_code } of answers) assert.equal(error_code, 20006);
  assert.deepEqual(await idsToSend(app), [...before, sale.transaction_id, given.transaction_id]);
});

test("a change that names another tender than its payment's is 20006, and nothing changes", async (t) => {
  const app = await openShared(t, open);
  const card = { ...CARD, transaction_amount: "1.00" };
  const sale = await ask(app, { ...card, transaction_type: "SALE" });
  const held = await ask(app, { ...card, transaction_type: "AUTHORIZATION" });
  const entry = await pay(app);
  const contradictions = [
    ["REFUND", sale, "ACH"],
    ["REVERSAL", sale, "ACH"],
    ["CAPTURE", held, "ACH"],
    ["REVERSAL", held, "ACH"],
    ["REFUND", entry, "CARD"],
    ["REVERSAL", entry, "CARD"],
  ] as const;
  for (const [type, { transaction_id }, tender_type] of contradictions) {
    const before = await readTransactionRow(app, transaction_id);
    const more = { tender_type, transaction_amount: "1.00" };
    const { error_code, error_message } = await change(app, type, transaction_id, more);
    assert.deepEqual([error_code, error_message], [20006, "Invalid token_id"], type);
    assert.deepEqual(await readTransactionRow(app, transaction_id), before);
  }
  const amount = { transaction_amount: "1.00" };
  const inWords = [
    await change(app, "REFUND", sale.transaction_id, { tender_type: "CARD" }),
    await change(app, "CAPTURE", held.transaction_id, { tender_type: "CARD", ...amount }),
    await change(app, "REVERSAL", entry.transaction_id, { tender_type: "ACH" }),
  ];
  assert.deepEqual(
    inWords.map(({ error_code }) => error_code),
    [0, 0, 0],
  );
});

test("a refused tender spends neither id nor key, and a used one with another tender is 20008", async (t) => {
  const app = await openShared(t, open);
  const { transaction_id: token_id } = await pay(app);
  const refund = { transaction_type: "REFUND", token_id, transaction_id: await fetchId(app) };
  const key = { "Idempotency-Key": "refund 7" };
  const sent = async (tender_type: string) => ask(app, { ...refund, tender_type }, key);
  assert.equal((await sent("CARD")).error_code, 20006);
  const undone = await sent("ACH");
  assert.equal(undone.authorization_message, "VOID");
  assert.deepEqual(await sent("ACH"), undone);
  for (const other of ["CARD", ""]) assert.equal((await sent(other)).error_code, 20008);
});

test("SETTLE-BATCH of ACH is 20002: only cards have a batch to close", async (t) => {
  const app = await openShared(t, open);
  await ask(app, { ...CARD, transaction_type: "SALE", transaction_amount: "5.00" });
  const close = { transaction_type: "SETTLE-BATCH" };
  const { error_code, error_message } = await ask(app, { ...close, tender_type: "ACH" });
  assert.deepEqual([error_code, error_message], [20002, "Invalid tender_type"]);
  assert.equal((await ask(app, { ...close, tender_type: "CARD" })).batch_id, 1);
});

test("SETTLE-BATCH and the nightly close take cards and leave entries alone", async (t) => {
  const app = await open(t);
  const entries = [await pay(app), await credit(app)].map(({ transaction_id }) => transaction_id);
  const empty = await ask(app, { transaction_type: "SETTLE-BATCH" });
  assert.deepEqual([empty.error_code, empty.batch_id], [0, undefined]);
  const card = { ...CARD, transaction_type: "SALE", transaction_amount: "5.00" };
  await ask(app, card);
  assert.equal((await ask(app, { transaction_type: "SETTLE-BATCH" })).batch_id, 1);
  await ask(app, card);
  app.clock.advance({ hours: 1 });
  const jobs = jobsOf(app);
  assert.match(await closeBatches(jobs, app.clock.business()), /transactions: 1/);
  assert.deepEqual(await idsToSend(app), entries);
});

test("ACH entries do not expire", async (t) => {
  const app = await open(t);
  const { transaction_id } = await pay(app);
  await ask(app, { ...BANK, transaction_type: "STORE" });
  await moveOn(app, { hours: 24 * 60 });
  assert.equal(
    await lapseAuthorizations(jobsOf(app), app.clock.business()),
    "no expired authorizations",
  );
  assert.deepEqual(await idsToSend(app), [transaction_id]);
});

test("of ten concurrent voids one succeeds, and repeating its id gives its answer", async (t) => {
  const app = await openShared(t, open);
  const before = await idsToSend(app);
  const { transaction_id: token_id } = await pay(app);
  const types = ["REFUND", "REVERSAL"];
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, at) => change(app, types[at % 2] ?? "", token_id)),
  );
  const codes = all.map(({ error_code }) => error_code).sort((one, other) => one - other);
  assert.deepEqual([codes[0], codes.filter((code) => code === 0).length], [0, 1]);
  assert.deepEqual(await idsToSend(app), before);
  const next = await pay(app);
  const transaction_id = await fetchId(app);
  const form = { transaction_type: "REFUND", token_id: next.transaction_id, transaction_id };
  assert.deepEqual(await ask(app, form), await ask(app, form));
});
