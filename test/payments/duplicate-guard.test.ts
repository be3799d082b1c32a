/** The guard against duplicates through HTTP: which payments it refuses, when, and when not. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ACCOUNT, OTHER_ACCOUNT, openSecondApp, openTestApp, post } from "../kit/app.ts";
import {
  MINUTES,
  ORDERED,
  openGuarded,
  openOwnGuarded,
  refusedAsDuplicate,
  sendPayment,
} from "../kit/guarded-app.ts";
import { NO_LIMITS } from "../kit/hooked-app.ts";

type Form = Record<string, string>;

const OTHER_CARD = { card_number: "5555555555554444" };

test("without the setting, the same payment can be made again", async (t) => {
  const { server } = await openTestApp(t);
  assert.equal((await sendPayment(server, ORDERED)).transaction_approved, true);
  assert.equal((await sendPayment(server, ORDERED)).transaction_approved, true);
});

test("the same payment is refused with the id of the first, and the host is not asked", async (t) => {
  const { pay, countOrders } = await openOwnGuarded(t);
  const { transaction_id: first } = await pay(ORDERED);
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(first));
  assert.deepEqual(await pay({ ...ORDERED, cashier: "Ada" }), refusedAsDuplicate(first));
  assert.equal(await countOrders(), 1);
});

test("another amount, card or order is another payment", async (t) => {
  const { pay } = await openOwnGuarded(t);
  for (const change of [
    {},
    { transaction_amount: "12.35" },
    OTHER_CARD,
    { custom_id: "order 8" },
    { custom_id: "" },
    { level2_order_id: "PO 7" },
    { invoice_entry: "two books" },
  ]) {
    const answer = await pay({ ...ORDERED, ...change });
    assert.equal(answer.transaction_approved, true, JSON.stringify(change));
  }
});

test("a payment by token or by track with the same card is the same payment", async (t) => {
  const { pay } = await openOwnGuarded(t);
  const { transaction_id: first } = await pay(ORDERED);
  const { card_number, card_expiration, ...uncarded } = ORDERED;
  for (const source of [
    { token_id: first, reissue: "1" },
    { card_tracks: ";4111111111111111=3012101?" },
  ]) {
    assert.deepEqual(await pay({ ...uncarded, ...source }), refusedAsDuplicate(first));
  }
});

test("after the minutes of the setting, by the business clock, the payment is accepted", async (t) => {
  const { pay, clock } = await openGuarded(t);
  const { transaction_id: first } = await pay(ORDERED);
  clock.advance({ minutes: MINUTES - 1 });
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(first));
  clock.advance({ minutes: 1 });
  const { transaction_id: second } = await pay(ORDERED);
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(second));
});

test("a first payment that was declined or not sent does not count", async (t) => {
  const { pay } = await openOwnGuarded(t);
  for (const transaction_amount of ["1.02", "1.92"]) {
    const codes = [];
    for (let n = 0; n < 3; n++)
      codes.push((await pay({ ...ORDERED, transaction_amount })).error_code);
    assert.equal(codes.includes(20040), false, `${transaction_amount}: ${codes}`);
  }
});

test("a first payment that was voided or reversed does not count", async (t) => {
  const { pay } = await openOwnGuarded(t);
  for (const transaction_type of ["REVERSAL", "REFUND"]) {
    const { transaction_id: token_id } = await pay(ORDERED);
    assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(token_id));
    const canceled = await pay({ ...ACCOUNT, transaction_type, token_id });
    assert.equal(canceled.transaction_approved, true);
  }
  assert.equal((await pay(ORDERED)).transaction_approved, true);
});

test("a partly refunded payment still counts", async (t) => {
  const { pay } = await openOwnGuarded(t);
  const { transaction_id: token_id } = await pay(ORDERED);
  await pay({ ...ACCOUNT, transaction_type: "REFUND", token_id, transaction_amount: "1.00" });
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(token_id));
});

test("an unknown outcome counts, and for longer than the minutes of the setting", async (t) => {
  const { pay, clock } = await openGuarded(t);
  const lost = { ...ORDERED, transaction_amount: "1.90" };
  const { transaction_id: first, error_code } = await pay(lost);
  assert.equal(error_code, 50000);
  assert.deepEqual(await pay(lost), refusedAsDuplicate(first));
  clock.advance({ minutes: MINUTES + 1 });
  assert.deepEqual(await pay(lost), refusedAsDuplicate(first));
});

test("allow_duplicate charges again, and that payment counts from then on", async (t) => {
  const { pay, clock } = await openGuarded(t);
  await pay(ORDERED);
  clock.advance({ minutes: MINUTES - 1 });
  const again = await pay({ ...ORDERED, allow_duplicate: "1" });
  assert.equal(again.transaction_approved, true);
  clock.advance({ minutes: MINUTES - 1 });
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(again.transaction_id));
  const wrong = await pay({ ...ORDERED, allow_duplicate: "yes" });
  assert.equal(wrong.error_msg, "allow_duplicate is not valid");
});

test("sales, authorizations and forced sales are duplicates of each other, credits of credits", async (t) => {
  const { pay } = await openOwnGuarded(t);
  const { transaction_id: first } = await pay({ ...ORDERED, transaction_type: "AUTHORIZATION" });
  const forced = { ...ORDERED, transaction_type: "FORCE", authorization_code: "A1B2C3" };
  for (const form of [ORDERED, forced])
    assert.deepEqual(await pay(form), refusedAsDuplicate(first));
  const credit = { ...ORDERED, transaction_type: "CREDIT" };
  const { transaction_id: credited } = await pay(credit);
  assert.deepEqual(await pay(credit), refusedAsDuplicate(credited));
});

test("a request that moves no money is never a duplicate", async (t) => {
  const { pay } = await openOwnGuarded(t);
  const check = { ...ORDERED, transaction_type: "AUTHORIZATION", transaction_amount: "0.00" };
  for (const form of [check, { ...ORDERED, transaction_type: "STORE" }]) {
    assert.equal((await pay(form)).error_code, 0);
    assert.equal((await pay(form)).error_code, 0);
  }
});

test("a capture and two equal partial refunds are no duplicates", async (t) => {
  const { pay } = await openOwnGuarded(t);
  const { transaction_id: token_id } = await pay({ ...ORDERED, transaction_type: "AUTHORIZATION" });
  const change = { ...ACCOUNT, token_id, custom_id: "order 7" };
  const capture = { ...change, transaction_type: "CAPTURE", transaction_amount: "12.34" };
  assert.equal((await pay(capture)).error_code, 0);
  const refund = { ...change, transaction_type: "REFUND", transaction_amount: "1.00" };
  assert.equal((await pay(refund)).error_code, 0);
  assert.equal((await pay(refund)).error_code, 0);
});

test("a repetition with the same id or key gets the first answer", async (t) => {
  const { pay, server, login } = await openOwnGuarded(t);
  const ask = { ...login, action: "GET_TRANSACTION_ID", response_format: "JSON" };
  const fetchId = async () => (await post(server, "/api/tsapi/3.8", ask)).json().transaction_id;
  const id = await fetchId();
  const first = await pay({ ...ORDERED, transaction_id: id });
  assert.deepEqual(await pay({ ...ORDERED, transaction_id: id }), first);
  const other = { ...ORDERED, custom_id: "order 8" };
  const keyed = await pay(other, { "idempotency-key": "k" });
  assert.deepEqual(await pay(other, { "idempotency-key": "k" }), keyed);
});

test("a refused duplicate spends neither its id nor its key", async (t) => {
  const { pay, server, login } = await openOwnGuarded(t);
  const { transaction_id: first } = await pay(ORDERED);
  const ask = { ...login, action: "GET_TRANSACTION_ID", response_format: "JSON" };
  const { transaction_id } = (await post(server, "/api/tsapi/3.8", ask)).json();
  const again = { ...ORDERED, transaction_id };
  const key = { "idempotency-key": "again" };
  assert.deepEqual(await pay(again, key), refusedAsDuplicate(first));
  const allowed = await pay({ ...again, allow_duplicate: "1" }, key);
  assert.deepEqual([allowed.error_code, allowed.transaction_id], [0, transaction_id]);
});

test("of many equal payments at once on two processes, one is charged", async (t) => {
  const app = await openGuarded(t);
  const second = await openSecondApp(app, NO_LIMITS);
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, n) => {
      const headers: Form = n % 3 === 0 ? { "idempotency-key": `key ${n}` } : {};
      return sendPayment(n % 2 === 0 ? app.server : second, ORDERED, headers);
    }),
  );
  const approved = answers.filter(({ transaction_approved }) => transaction_approved === true);
  assert.equal(approved.length, 1);
  const first = approved[0].transaction_id;
  const refused = answers.filter(({ error }) => error === true);
  assert.equal(refused.length, 23);
  for (const answer of refused) assert.deepEqual(answer, refusedAsDuplicate(first));
  assert.equal(await app.countOrders(), 1);
});

test("of many equal payments at once after the guard has expired, one is charged", async (t) => {
  const app = await openGuarded(t);
  const second = await openSecondApp(app, NO_LIMITS);
  await app.pay(ORDERED);
  app.clock.advance({ minutes: MINUTES });
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => sendPayment(n % 2 === 0 ? app.server : second, ORDERED)),
  );
  assert.equal(answers.filter(({ transaction_approved }) => transaction_approved).length, 1);
  assert.equal(answers.filter(({ error_code }) => error_code === 20040).length, 15);
});

test("the same bank account, amount and order is a duplicate by ACH, too", async (t) => {
  const { pay } = await openOwnGuarded(t);
  const bank = {
    ...ACCOUNT,
    ...{ tender_type: "ACH", transaction_type: "SALE", transaction_amount: "20.00" },
    ...{ bank_routing_number: "061000146", bank_account_number: "0123456789" },
    ...{ first_name: "Ada", last_name: "Byron", custom_id: "order 7" },
  };
  const { transaction_id: first, authorization_message } = await pay(bank);
  assert.equal(authorization_message, "PENDING");
  assert.deepEqual(await pay(bank), refusedAsDuplicate(first));
  assert.deepEqual(await pay({ ...bank, ach_sec_code: "PPD" }), refusedAsDuplicate(first));
  assert.equal((await pay({ ...bank, bank_account_number: "0123456780" })).error_code, 0);
  assert.equal(
    (await pay({ ...ACCOUNT, transaction_type: "REVERSAL", token_id: first })).error_code,
    0,
  );
  assert.equal((await pay(bank)).error_code, 0);
});

test("the guard of one account does not concern another", async (t) => {
  const { pay } = await openGuarded(t);
  await pay(ORDERED);
  const other = { ...ORDERED, ...OTHER_ACCOUNT };
  assert.equal((await pay(other)).error_code, 0);
  assert.equal((await pay(other)).error_code, 0);
});

test("a payment of an account without the setting leaves no guard", async (t) => {
  const { pay, database } = await openGuarded(t);
  await pay({ ...ORDERED, ...OTHER_ACCOUNT });
  assert.equal((await database.owner.rows`select from duplicate_guards`).length, 0);
  await pay(ORDERED);
  assert.equal((await database.owner.rows`select from duplicate_guards`).length, 1);
});
