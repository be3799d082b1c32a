/** When the guard against duplicates lets the same payment through again, and when it does not. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openAchApp, sendAll, sendBack } from "../kit/ach-app.ts";
import { ACCOUNT, openSecondApp } from "../kit/app.ts";
import { pay as payByBank } from "../kit/bank.ts";
import { openCardHost, type Words } from "../kit/card-host.ts";
import {
  guardAccount,
  MINUTES,
  ORDERED,
  openGuarded,
  openOwnGuarded,
  refusedAsDuplicate,
  sendPayment,
} from "../kit/guarded-app.ts";
import { NO_LIMITS } from "../kit/hooked-app.ts";

const OVERRIDE = { ...ORDERED, allow_duplicate: "1" };
const APPROVED = { outcome: "approved", authorization_code: "OK1234" };
const DECLINED = { outcome: "declined", message: "DECLINED" };
const REVERSAL = { ...ACCOUNT, transaction_type: "REVERSAL" };
const REFUND = { ...ACCOUNT, transaction_type: "REFUND" };

/** The host answers orders in turn. Undefined: the answer is lost. */
async function openAnswering(t: TestContext, ...answers: (Words | undefined)[]) {
  const host = await openCardHost(t, () => answers.shift());
  return openGuarded(t, { cardHostUrl: host.url });
}

test("a payment counts although an override after it was reversed", async (t) => {
  const { pay } = await openOwnGuarded(t);
  const { transaction_id: first } = await pay(ORDERED);
  const { transaction_id: token_id } = await pay(OVERRIDE);
  assert.equal((await pay({ ...REVERSAL, token_id })).error_code, 0);
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(first));
});

test("a payment counts although an override after it was declined", async (t) => {
  const { pay } = await openAnswering(t, APPROVED, DECLINED);
  const { transaction_id: first } = await pay(ORDERED);
  assert.equal((await pay(OVERRIDE)).transaction_approved, false);
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(first));
});

test("an unknown payment counts after its minutes, although an override came after it", async (t) => {
  const { pay, clock } = await openAnswering(t, undefined, DECLINED);
  const { transaction_id: first, error_code } = await pay(ORDERED);
  assert.equal(error_code, 50000);
  assert.equal((await pay(OVERRIDE)).transaction_approved, false);
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(first));
  clock.advance({ minutes: MINUTES + 1 });
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(first));
});

test("every payment counts for its own minutes, whatever overrides came after it", async (t) => {
  const { pay, clock } = await openGuarded(t);
  const { transaction_id: first } = await pay(ORDERED);
  clock.advance({ minutes: MINUTES - 1 });
  const { transaction_id: token_id } = await pay(OVERRIDE);
  assert.equal((await pay({ ...REVERSAL, token_id })).error_code, 0);
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(first));
  clock.advance({ minutes: 1 });
  assert.equal((await pay(ORDERED)).error_code, 0);
});

test("the same payment is accepted when the first and every override were reversed", async (t) => {
  const { pay } = await openOwnGuarded(t);
  const ids = [];
  for (const form of [ORDERED, OVERRIDE, OVERRIDE]) ids.push((await pay(form)).transaction_id);
  for (const token_id of ids) {
    assert.equal((await pay(ORDERED)).error_code, 20040);
    assert.equal((await pay({ ...REVERSAL, token_id })).error_code, 0);
  }
  const { transaction_id: next } = await pay(ORDERED);
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(next));
});

test("overrides at once on two processes all charge, and each of them counts", async (t) => {
  const app = await openGuarded(t);
  const second = await openSecondApp(app, NO_LIMITS);
  const forms = Array.from({ length: 12 }, (_, n) => (n === 0 ? ORDERED : OVERRIDE));
  const answers = await Promise.all(
    forms.map((form, n) => sendPayment(n % 2 === 0 ? app.server : second, form)),
  );
  const charged = answers.filter(({ transaction_approved }) => transaction_approved === true);
  assert.ok(charged.length >= 11, "only the plain one may be refused");
  for (const { transaction_id: token_id } of charged) {
    assert.equal((await app.pay(ORDERED)).error_code, 20040);
    assert.equal((await app.pay({ ...REVERSAL, token_id })).error_code, 0);
  }
  assert.equal((await app.pay(ORDERED)).error_code, 0);
});

test("a payment that was refunded as a whole after its batch does not count", async (t) => {
  const { pay } = await openOwnGuarded(t);
  const { transaction_id: token_id } = await pay(ORDERED);
  await pay({ ...ACCOUNT, transaction_type: "SETTLE-BATCH" });
  assert.equal((await pay({ ...REFUND, token_id, transaction_amount: "12.00" })).error_code, 0);
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(token_id));
  assert.equal((await pay({ ...REFUND, token_id })).error_code, 0);
  assert.equal((await pay(ORDERED)).error_code, 0);
});

test("a payment counts while its refund is unknown, and after the refund was declined", async (t) => {
  const { pay, database } = await openAnswering(t, APPROVED, DECLINED, undefined);
  const { transaction_id: token_id } = await pay(ORDERED);
  await pay({ ...ACCOUNT, transaction_type: "SETTLE-BATCH" });
  assert.equal((await pay({ ...REFUND, token_id })).transaction_approved, false);
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(token_id));
  assert.equal((await pay({ ...REFUND, token_id })).error_code, 50000);
  const [{ refunded } = { refunded: 0 }] = await database.owner.rows<{ refunded: number }>`
    select refunded_cents as refunded from transactions where id = ${token_id}`;
  assert.equal(refunded, 1_234, "reserved");
  assert.deepEqual(await pay(ORDERED), refusedAsDuplicate(token_id));
});

test("a returned debit counts if it will be presented again, and not otherwise", async (t) => {
  const { app, ach } = await openAchApp(t);
  await guardAccount(app);
  await app.database.owner.rows`update accounts set ach_retry_days = 1`;
  const { transaction_id: first } = await payByBank(app);
  await sendAll(ach);
  await sendBack(ach, first, "R01");
  assert.deepEqual(await payByBank(app), refusedAsDuplicate(first));
  const other = { bank_account_number: "5550011" };
  const { transaction_id: second } = await payByBank(app, other);
  await sendAll(ach);
  await sendBack(ach, second, "R08");
  assert.equal((await payByBank(app, other)).error_code, 0);
});
