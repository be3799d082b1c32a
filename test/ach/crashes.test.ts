/** ACH requests whose process died, and verification answers that came too late (F). */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, PaymentOutcome } from "../../src/core/payments/answer.ts";
import { pay } from "../../src/core/payments/pay.ts";
import type { BankPayment, Refund } from "../../src/core/payments/payment-request.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import { StatusStore } from "../../src/core/payments/status-store.ts";
import type { Verification } from "../../src/core/verification/verify-account.ts";
import type { Cents } from "../../src/values/money.ts";
import { Secret } from "../../src/values/secret.ts";
import { BOOKS } from "../kit/accounts.ts";
import { openTestPayments, type TestPayments } from "../kit/payments.ts";

const CLINIC = { ...BOOKS, id: "120000000002", achSecCode: "PPD" } as const;
const fail = (error: unknown) => {
  throw error;
};

const COMMON = {
  transactionId: undefined,
  idempotencyKey: undefined,
  details: { firstName: "Jim", lastName: "Smith" },
  sendsCustomerReceipt: false,
  sendsMerchantReceipt: false,
};

function anEntry(own: Partial<BankPayment> = {}): BankPayment {
  return {
    ...COMMON,
    type: "SALE",
    amount: 100 as Cents,
    bank: {
      sent: {
        routingNumber: "021000021",
        accountNumber: new Secret("770012345678"),
        accountType: "checking",
      },
      accountType: undefined,
      tokenId: undefined,
      secCode: undefined,
      validates: undefined,
    },
    ...own,
  };
}

/** A provider whose answer the test gives, when it wants to. */
function withVerifier(payments: TestPayments, answer: Promise<Verification>) {
  const asked = Promise.withResolvers<void>();
  const banks = {
    ...payments.needs.banks,
    verify: () => {
      asked.resolve();
      return answer;
    },
  };
  return { needs: { ...payments.needs, banks }, asked: asked.promise };
}

async function openIds({ db }: TestPayments): Promise<readonly string[]> {
  const rows = await db.rows<{ transaction_id: string }>`select transaction_id from open_attempts`;
  return rows.map(({ transaction_id }) => transaction_id);
}

async function stateOf({ db }: TestPayments, id: string): Promise<string | undefined> {
  const [row] = await db.rows<{ state: string }>`select state from transactions where id = ${id}`;
  return row?.state;
}

function answered(outcome: PaymentOutcome): Answer {
  assert.equal(outcome.kind, "answered", JSON.stringify(outcome));
  return (outcome as Extract<PaymentOutcome, { kind: "answered" }>).answer;
}

/** Nobody touches an attempt before its lease is over. */
const LEASE = { seconds: 30 } as const;
const AFTER_LEASE = { seconds: 31 } as const;

test("an attempt is not ended while the provider may still answer", async (t) => {
  const payments = await openTestPayments(t, { processorTimeoutMs: 1 });
  const never = Promise.withResolvers<Verification>();
  const { needs, asked } = withVerifier(payments, never.promise);
  const paying = pay(needs, BOOKS, anEntry());
  await asked;
  payments.clock.advance(LEASE);
  assert.equal(await reconcile(payments.needs, fail), 0);
  never.resolve({ kind: "passed" });
  assert.equal(answered(await paying).message, "PENDING");
});

test("an attempt after a crash is NOT BATCHED, with verification texts if it is on", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, asked } = withVerifier(payments, new Promise(() => {}));
  for (const [account, words] of [
    [BOOKS, [false, "Verification unavailable"]],
    [CLINIC, [undefined, undefined]],
  ] as const) {
    void pay(needs, account, anEntry());
    await asked;
    let [id = ""] = await openIds(payments);
    while (id === "") [id = ""] = await openIds(payments);
    payments.clock.advance(AFTER_LEASE);
    assert.equal(await reconcile(payments.needs, fail), 1);
    const status = await new StatusStore({ db: payments.db, queueMax: 10 }).findTransactionStatus(
      account.id,
      id,
    );
    assert.deepEqual([status?.message, status?.isApproved], ["NOT BATCHED", false]);
    assert.equal(await stateOf(payments, id), "not_batched");
    const [kept] = await payments.db.rows<{ answer: Answer }>`
      select answer from attempts where account_id = ${account.id} and transaction_id = ${id}`;
    const { verificationPassed, verificationMessage } = kept?.answer ?? fail("no answer");
    assert.deepEqual([verificationPassed, verificationMessage], words);
  }
});

test("a late pass does not make it PENDING, and the caller gets the stored result", async (t) => {
  const payments = await openTestPayments(t);
  const late = Promise.withResolvers<Verification>();
  const { needs, asked } = withVerifier(payments, late.promise);
  const paying = pay(needs, BOOKS, anEntry());
  await asked;
  const [id = ""] = await openIds(payments);
  payments.clock.advance(AFTER_LEASE);
  await reconcile(payments.needs, fail);
  late.resolve({ kind: "passed" });
  const answer = answered(await paying);
  assert.deepEqual([answer.message, answer.outcome], ["NOT BATCHED", "declined"]);
  assert.equal(await stateOf(payments, id), "not_batched");
  assert.deepEqual(await openIds(payments), []);
  assert.deepEqual(payments.processor.submitted, []);
  assert.deepEqual(payments.processor.reversed, []);
});

test("a void and a STORE that a crash interrupted are completed", async (t) => {
  const payments = await openTestPayments(t);
  const { needs } = payments;
  const { transactionId: originalId } = answered(await pay(needs, CLINIC, anEntry()));
  const crash = () => Promise.reject(new Error("the process is gone"));
  const changeEnds = Object.assign(Object.create(needs.changeEnds), { finish: crash });
  const attempts = Object.assign(Object.create(needs.attempts), {
    start: (begun: Parameters<typeof needs.attempts.start>[0]) => needs.attempts.start(begun),
    finish: crash,
  });
  const refund: Refund = { ...COMMON, type: "REFUND", originalId, amount: undefined };
  await assert.rejects(pay({ ...needs, changeEnds }, CLINIC, refund), /the process is gone/);
  assert.equal(await stateOf(payments, originalId), "voiding");
  await assert.rejects(pay({ ...needs, attempts }, CLINIC, anEntry({ type: "STORE" })), /is gone/);
  const left = await openIds(payments);
  assert.equal(left.length, 2);
  payments.clock.advance(AFTER_LEASE);
  assert.equal(await reconcile(needs, fail), 2);
  assert.equal(await stateOf(payments, originalId), "voided");
  const states = await Promise.all(left.map((id) => stateOf(payments, id)));
  assert.deepEqual(states.sort(), ["stored", "voided"]);
});

test("an interrupted STORE with verification does not store the bank account", async (t) => {
  const payments = await openTestPayments(t);
  const rows: [account: typeof BOOKS, state: string, words: unknown[]][] = [
    [BOOKS, "declined", [false, "Verification unavailable"]],
    [CLINIC, "stored", [null, null]],
  ];
  for (const [account, state, words] of rows) {
    const { needs, asked } = withVerifier(payments, new Promise<never>(() => {}));
    const entry = anEntry({ type: "STORE" });
    void pay(needs, account, { ...entry, bank: { ...entry.bank, validates: true } });
    await asked;
    const [id = ""] = await openIds(payments);
    payments.clock.advance(AFTER_LEASE);
    assert.equal(await reconcile(payments.needs, fail), 1);
    const [row] = await payments.db.rows<{ state: string; words: unknown[] }>`
      select state, jsonb_build_array(verification_passed, verification_message) as words
      from transactions where account_id = ${account.id} and id = ${id}`;
    assert.deepEqual(row, { state, words });
  }
});
