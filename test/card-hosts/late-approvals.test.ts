/** An approval that arrives while its order is being reversed does not end the payment. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pay } from "../../src/core/payments/pay.ts";
import type { Refund } from "../../src/core/payments/payment-request.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import type { ProcessorAnswer } from "../../src/ports/processor.ts";
import type { Cents } from "../../src/values/money.ts";
import { BOOKS } from "../kit/accounts.ts";
import { approve, aSale, openTestPayments } from "../kit/payments.ts";
import { until } from "../kit/until.ts";

const WITHOUT_INQUIRIES = { resolvesByReversal: async () => true };
const APPROVED = approve({ amount: 1_000 as Cents });

/** The reversal is on its way while the approval arrives. */
async function openRace(t: Parameters<typeof openTestPayments>[0]) {
  const opened = await openTestPayments(t, { processorTimeoutMs: 60_000 });
  const { needs, processor, clock } = opened;
  Object.assign(processor, WITHOUT_INQUIRIES);
  const answer = Promise.withResolvers<ProcessorAnswer>();
  const reversal = Promise.withResolvers<"reversed">();
  processor.reverse = async ({ reference }) => {
    processor.reversed.push(reference);
    return reversal.promise;
  };
  const reverseNow = () =>
    reconcile(
      needs,
      (error) => {
        throw error;
      },
      clock.wall().add({ hours: 1 }),
    );
  return { ...opened, answer, reversal, reverseNow };
}

test("a sale ends as reversed, and its caller gets no approval", async (t) => {
  const { needs, processor, database, answer, reversal, reverseNow } = await openRace(t);
  processor.answer = () => answer.promise;
  const paying = pay(needs, BOOKS, aSale());
  await until(() => processor.submitted.length === 1);
  const reversing = reverseNow();
  await until(() => processor.reversed.length === 1);
  answer.resolve(APPROVED);
  assert.equal((await paying).kind, "unknown");
  reversal.resolve("reversed");
  await reversing;
  const stored = await database.owner.rows`select state, is_approved from transactions`;
  assert.deepEqual(stored, [{ state: "reversed", is_approved: false }]);
  assert.deepEqual(await database.owner.rows`select from open_attempts`, []);
});

test("a refund ends as reversed, and its amount can be refunded again", async (t) => {
  const { needs, processor, database, answer, reversal, reverseNow } = await openRace(t);
  const sold = await pay(needs, BOOKS, aSale());
  assert.ok(sold.kind === "answered");
  const { source: _source, ...request } = aSale();
  const originalId = sold.answer.transactionId;
  const refund = { ...request, type: "REFUND", originalId, amount: 400 as Cents } as Refund;
  processor.answer = () => answer.promise;
  const paying = pay(needs, BOOKS, refund);
  await until(() => processor.submitted.length === 2);
  const reversing = reverseNow();
  await until(() => processor.reversed.length === 1);
  answer.resolve(approve({ amount: 400 as Cents }));
  assert.equal((await paying).kind, "unknown");
  reversal.resolve("reversed");
  await reversing;
  const [original] = await database.owner.rows`
    select refunded_cents from transactions where id = ${originalId}`;
  assert.deepEqual(original, { refunded_cents: 0 });
});

test("an approval that arrives before the reversal begins ends the payment", async (t) => {
  const { needs, processor, database, reverseNow } = await openRace(t);
  assert.equal((await pay(needs, BOOKS, aSale())).kind, "answered");
  await reverseNow();
  assert.deepEqual(processor.reversed, []);
  const stored = await database.owner.rows`select state from transactions`;
  assert.deepEqual(stored, [{ state: "sold" }]);
});
