/** Only a sale or an authorization can be approved for less than requested. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pay } from "../../src/core/payments/pay.ts";
import type { CardPayment, Change } from "../../src/core/payments/payment-request.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import type { Approval, ProcessorAnswer } from "../../src/ports/processor.ts";
import type { Cents } from "../../src/values/money.ts";
import { BOOKS } from "../kit/accounts.ts";
import { approve, aSale, openTestPayments, type TestPayments } from "../kit/payments.ts";

const LESS = 400 as Cents;
const lessApproved = approve({ amount: LESS }) as Approval;
const CREDITOR = { ...BOOKS, allowsCredit: true };

const fail = (error: unknown) => {
  throw error;
};

function aChange(type: Change["type"], originalId: string, amount: Cents): Change {
  const nothing = { transactionId: undefined, idempotencyKey: undefined, details: {} };
  const receipts = { sendsCustomerReceipt: false, sendsMerchantReceipt: false };
  return { type, originalId, amount, ...nothing, ...receipts } as Change;
}

async function sell({ needs, processor }: TestPayments, own: Partial<CardPayment> = {}) {
  processor.answer = approve;
  const outcome = await pay(needs, CREDITOR, aSale(own));
  assert.ok(outcome.kind === "answered");
  return outcome.answer.transactionId;
}

async function refundedOf({ db }: TestPayments, id: string) {
  const [row] = await db.rows<{ refunded_cents: number; state: string }>`
    select refunded_cents, state from transactions where id = ${id}`;
  return row;
}

/** The two ways to get an answer: from the order, or from an inquiry. */
async function learn(
  payments: TestPayments,
  request: CardPayment | Change,
  way: "order" | "inquiry",
) {
  const { needs, processor, clock } = payments;
  processor.answer = () => (way === "order" ? lessApproved : { kind: "unknown" });
  processor.resolution = () => (way === "inquiry" ? lessApproved : { kind: "still_unknown" });
  const outcome = await pay(needs, CREDITOR, request);
  if (way === "order") return outcome.kind === "answered" ? outcome.answer : undefined;
  assert.equal(outcome.kind, "unknown");
  clock.advance({ hours: 2 });
  await reconcile(needs, fail);
  const [row] = await payments.db.rows<{ answer: { amountCents: number } }>`
    select answer from attempts order by started_at desc, attempt_id desc limit 1`;
  const open = await payments.db.rows`select from open_attempts`;
  return open.length === 0 ? row?.answer : undefined;
}

for (const way of ["order", "inquiry"] as const) {
  test(`a sale and an authorization may be approved for less, learned by ${way}`, async (t) => {
    const payments = await openTestPayments(t);
    for (const type of ["SALE", "AUTHORIZATION"] as const) {
      const answer = await learn(payments, aSale({ type, allowsPartial: true }), way);
      assert.equal(answer?.amountCents, LESS, type);
    }
  });

  test(`a refund for less, learned by ${way}, stays unknown and keeps what it reserved`, async (t) => {
    const payments = await openTestPayments(t);
    const sale = await sell(payments);
    // Batched, so that it is a refund and not a void.
    await payments.database.owner.rows`update transactions set batched_at = now(), batch_id = 1`;
    assert.equal(await learn(payments, aChange("REFUND", sale, 900 as Cents), way), undefined);
    assert.deepEqual(await refundedOf(payments, sale), { refunded_cents: 900, state: "sold" });

    payments.processor.resolution = () => approve({ amount: 900 as Cents }) as Approval;
    payments.clock.advance({ hours: 2 });
    await reconcile(payments.needs, fail);
    assert.deepEqual(await refundedOf(payments, sale), { refunded_cents: 900, state: "sold" });
    const [refund] = await payments.db.rows`
      select amount_cents, is_approved from transactions where transaction_type = 'REFUND'`;
    assert.deepEqual(refund, { amount_cents: 900, is_approved: true });
  });

  test(`a capture, reversal, credit or force for less, learned by ${way}, stays unknown`, async (t) => {
    const payments = await openTestPayments(t);
    const authorized = await sell(payments, { type: "AUTHORIZATION" });
    const sold = await sell(payments);
    const requests = [
      aChange("CAPTURE", authorized, 800 as Cents),
      aChange("REVERSAL", sold, 1_000 as Cents),
      aSale({ type: "CREDIT" }),
      aSale({ type: "FORCE", authorizationCode: "V1" }),
    ];
    for (const request of requests) {
      assert.equal(await learn(payments, request, way), undefined, request.type);
      payments.processor.resolution = () => ({ kind: "never_arrived" });
      payments.clock.advance({ hours: 2 });
      await reconcile(payments.needs, fail);
    }
  });
}

test("an approval for more than requested stays unknown", async (t) => {
  const payments = await openTestPayments(t);
  const more = approve({ amount: 1_001 as Cents }) as ProcessorAnswer;
  payments.processor.answer = () => more;
  assert.equal((await pay(payments.needs, BOOKS, aSale())).kind, "unknown");
  payments.processor.resolution = () => more as Approval;
  payments.clock.advance({ hours: 2 });
  await reconcile(payments.needs, fail);
  assert.equal((await payments.db.rows`select from open_attempts`).length, 1);
});
