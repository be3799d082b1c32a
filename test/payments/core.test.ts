/** Money moves once: the guarantees of the payment core, with a scripted card host. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, PaymentOutcome } from "../../src/core/payments/answer.ts";
import { pay } from "../../src/core/payments/pay.ts";
import type { CardPayment } from "../../src/core/payments/payment-request.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import { StatusStore } from "../../src/core/payments/status-store.ts";
import type { ProcessorAnswer } from "../../src/ports/processor.ts";
import type { Cents } from "../../src/values/money.ts";
import { BOOKS } from "../kit/accounts.ts";
import {
  approve,
  aSale,
  openOwnPayments,
  openTestPayments,
  type TestPayments,
} from "../kit/payments.ts";

const fail = (error: unknown) => {
  throw error;
};

async function anId({ needs, clock, db }: TestPayments): Promise<string> {
  const id = await needs.ids.next();
  await db.rows`insert into issued_ids values (${BOOKS.id}, ${id}, ${clock.business()})`;
  return id;
}

function answered(outcome: PaymentOutcome): Answer {
  assert.equal(outcome.kind, "answered", JSON.stringify(outcome));
  return (outcome as Extract<PaymentOutcome, { kind: "answered" }>).answer;
}

async function statusOf({ db }: TestPayments, id: string) {
  return new StatusStore({ db, queueMax: 10 }).findTransactionStatus(BOOKS.id, id);
}

/** The lease is twice the card host's limit. */
async function reconcileLater(payments: TestPayments): Promise<void> {
  payments.clock.advance({ hours: 2 });
  await reconcile(payments.needs, fail);
}

test("the same id with the same request gets the first result and is not charged again", async (t) => {
  const payments = await openOwnPayments(t);
  const sale = aSale({ transactionId: await anId(payments), details: { zip: "10001" } });
  const first = answered(await pay(payments.needs, BOOKS, sale));
  const again = await pay(payments.needs, BOOKS, sale);
  assert.deepEqual(again, {
    kind: "answered",
    answer: JSON.parse(JSON.stringify(first)),
    isReplay: true,
  });
  assert.equal(payments.processor.submitted.length, 1);
});

test("the same id with another request is refused", async (t) => {
  const payments = await openOwnPayments(t);
  const transactionId = await anId(payments);
  await pay(payments.needs, BOOKS, aSale({ transactionId }));
  const others: Partial<CardPayment>[] = [
    { amount: 1_001 as Cents },
    { type: "AUTHORIZATION" },
    { details: { customId: "7" } },
    { allowsPartial: true },
  ];
  for (const other of others) {
    const outcome = await pay(payments.needs, BOOKS, aSale({ transactionId, ...other }));
    assert.deepEqual(outcome, { kind: "refused", why: "id_already_used" });
  }
  assert.equal(payments.processor.submitted.length, 1);
});

test("the verification value is not part of the fingerprint of a request", async (t) => {
  const payments = await openOwnPayments(t);
  const { Secret } = await import("../../src/values/secret.ts");
  const transactionId = await anId(payments);
  const withCode = (code: string) => {
    const sale = aSale({ transactionId });
    assert.ok(sale.source.kind === "card");
    const card = { ...sale.source.card, verification: new Secret(code) };
    return aSale({ transactionId, source: { kind: "card", card } });
  };
  await pay(payments.needs, BOOKS, withCode("123"));
  const again = await pay(payments.needs, BOOKS, withCode("456"));
  assert.equal(again.kind === "answered" && again.isReplay, true);
});

test("an id that was never issued is refused, and so is one older than thirty days", async (t) => {
  const payments = await openOwnPayments(t);
  const never = await pay(payments.needs, BOOKS, aSale({ transactionId: "323999999999" }));
  assert.deepEqual(never, { kind: "refused", why: "id_never_issued" });
  const transactionId = await anId(payments);
  payments.clock.advance({ hours: 30 * 24 });
  const old = await pay(payments.needs, BOOKS, aSale({ transactionId }));
  assert.deepEqual(old, { kind: "refused", why: "id_never_issued" });
  assert.equal(payments.processor.submitted.length, 0);
});

test("a key works like an id, and both together are spent together or not at all", async (t) => {
  const payments = await openOwnPayments(t);
  const { needs } = payments;
  const keyed = aSale({ idempotencyKey: "order 7" });
  const first = answered(await pay(needs, BOOKS, keyed));
  const again = await pay(needs, BOOKS, keyed);
  assert.equal(again.kind === "answered" && again.isReplay, true);
  assert.equal(answered(again).transactionId, first.transactionId);

  const transactionId = await anId(payments);
  const used = await pay(needs, BOOKS, aSale({ idempotencyKey: "order 7", transactionId }));
  assert.deepEqual(used, { kind: "refused", why: "id_already_used" });
  // The id was not spent together with the key.
  answered(await pay(needs, BOOKS, aSale({ idempotencyKey: "order 8", transactionId })));
});

test("a duplicate waits while the first request runs, and gets its answer", async (t) => {
  const payments = await openOwnPayments(t);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<ProcessorAnswer>();
  payments.processor.answer = () => {
    asked.resolve();
    return answer.promise;
  };
  const sale = aSale({ transactionId: await anId(payments) });
  const first = pay(payments.needs, BOOKS, sale);
  await asked.promise;
  const others = Array.from({ length: 20 }, () => pay(payments.needs, BOOKS, sale));
  answer.resolve(approve({ amount: sale.amount }));
  const all = await Promise.all([first, ...others]);
  assert.equal(new Set(all.map((one) => answered(one).transactionId)).size, 1);
  assert.equal(all.filter((one) => one.kind === "answered" && one.isReplay).length, 20);
  assert.equal(payments.processor.submitted.length, 1);
});

test("a lost answer is IN PROGRESS first, then has its real outcome", async (t) => {
  const payments = await openTestPayments(t);
  payments.processor.answer = () => ({ kind: "unknown" });
  const transactionId = await anId(payments);
  const sale = aSale({ transactionId });
  assert.equal((await pay(payments.needs, BOOKS, sale)).kind, "unknown");
  assert.equal((await statusOf(payments, transactionId))?.message, "IN PROGRESS");
  assert.equal(await reconcile(payments.needs, fail), 0, "not before its owner's lease is over");

  payments.processor.resolution = () => approve({ amount: sale.amount }) as never;
  await reconcileLater(payments);
  const found = await statusOf(payments, transactionId);
  assert.deepEqual([found?.message, found?.isApproved], ["APPROVED", true]);
  const again = await pay(payments.needs, BOOKS, sale);
  assert.equal(answered(again).outcome, "approved");
  assert.equal(payments.processor.submitted.length, 1, "it never submits again");
});

test("a payment that never arrived is NOT SENT once that is final", async (t) => {
  const payments = await openTestPayments(t);
  payments.processor.answer = () => ({ kind: "unknown" });
  const transactionId = await anId(payments);
  await pay(payments.needs, BOOKS, aSale({ transactionId }));
  await reconcileLater(payments);
  assert.equal((await statusOf(payments, transactionId))?.message, "IN PROGRESS");
  payments.processor.resolution = () => ({ kind: "never_arrived" });
  await reconcileLater(payments);
  const found = await statusOf(payments, transactionId);
  assert.deepEqual([found?.message, found?.isApproved], ["NOT SENT", false]);
});

for (const [what, resultCodes] of [
  ["", {}],
  [" with a letter that declines", { cvvResponse: "N" }],
] as const) {
  test(`a late approval${what} after never_arrived is reversed and recorded`, async (t) => {
    const payments = await openTestPayments(t, { processorTimeoutMs: 20 });
    const answer = Promise.withResolvers<ProcessorAnswer>();
    payments.processor.answer = () => answer.promise;
    const transactionId = await anId(payments);
    const sale = aSale({ transactionId });
    const strict = { ...BOOKS, declinesCvv: "N" };
    assert.equal((await pay(payments.needs, strict, sale)).kind, "unknown");
    payments.processor.resolution = () => ({ kind: "never_arrived" });
    await reconcileLater(payments);

    answer.resolve({ ...approve({ amount: sale.amount }), ...resultCodes });
    const reference = payments.processor.submitted[0]?.reference;
    for (let tries = 0; tries < 100 && payments.processor.reversed.length === 0; tries++) {
      await reconcileLater(payments);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    assert.deepEqual(payments.processor.reversed, [reference]);
    assert.deepEqual(payments.processor.reversedTypes, ["SALE"], "it is told what the order was");
    const rows = await payments.db.rows`
      select transaction_type, outcome, rank() over (order by started_at)::int as place
      from attempts where transaction_id = ${transactionId}
      order by transaction_type desc`;
    assert.deepEqual(rows, [
      { transaction_type: "SALE", outcome: "not_sent", place: 1 },
      { transaction_type: "REVERSAL", outcome: "approved", place: 2 },
    ]);
    assert.equal(answered(await pay(payments.needs, strict, sale)).outcome, "not_sent");
    assert.equal((await statusOf(payments, transactionId))?.isApproved, false);
  });
}

test("a late answer counts if the attempt is still open", async (t) => {
  const payments = await openOwnPayments(t, { processorTimeoutMs: 20 });
  const answer = Promise.withResolvers<ProcessorAnswer>();
  payments.processor.answer = () => answer.promise;
  const transactionId = await anId(payments);
  const sale = aSale({ transactionId });
  assert.equal((await pay(payments.needs, BOOKS, sale)).kind, "unknown");
  answer.resolve(approve({ amount: sale.amount }));
  for (let tries = 0; tries < 100; tries++) {
    if ((await statusOf(payments, transactionId))?.isApproved) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.fail("the late answer was not written");
});

test("an approval with a result code that the account declines is reversed and answered as declined", async (t) => {
  const payments = await openOwnPayments(t);
  payments.processor.answer = ({ amount }) => ({
    ...(approve({ amount }) as Extract<ProcessorAnswer, { kind: "approved" }>),
    avsResponse: "N",
    cvvResponse: "M",
  });
  const strict = { ...BOOKS, declinesAvs: "NKU" };
  const declined = answered(await pay(payments.needs, strict, aSale()));
  assert.deepEqual([declined.outcome, declined.message], ["declined", "AVS MISMATCH"]);
  assert.deepEqual(payments.processor.reversed, [payments.processor.submitted[0]?.reference]);
  const allowed = answered(await pay(payments.needs, strict, aSale({ ignoresAvs: true })));
  assert.equal(allowed.outcome, "approved");
});

test("an approval that is reversed stays open until the host acknowledges the reversal", async (t) => {
  const payments = await openTestPayments(t);
  const { processor } = payments;
  processor.answer = ({ amount }) => ({
    ...(approve({ amount }) as Extract<ProcessorAnswer, { kind: "approved" }>),
    cvvResponse: "N",
  });
  processor.reversal = () => "unknown";
  const transactionId = await anId(payments);
  const strict = { ...BOOKS, declinesCvv: "N" };
  assert.equal((await pay(payments.needs, strict, aSale({ transactionId }))).kind, "unknown");
  await reconcileLater(payments);
  assert.equal((await statusOf(payments, transactionId))?.message, "IN PROGRESS");
  processor.reversal = () => "reversed";
  await reconcileLater(payments);
  const found = await statusOf(payments, transactionId);
  assert.deepEqual([found?.message, found?.isApproved], ["CVV MISMATCH", false]);
  assert.equal(processor.resolved.length, 0, "what is taken back is not asked about");
});

test("if the host's adapter throws, the outcome is unknown", async (t) => {
  const payments = await openOwnPayments(t);
  payments.processor.answer = () => {
    throw new Error("socket hang up");
  };
  const transactionId = await anId(payments);
  assert.equal((await pay(payments.needs, BOOKS, aSale({ transactionId }))).kind, "unknown");
  assert.equal((await statusOf(payments, transactionId))?.message, "IN PROGRESS");
});

test("unknown outcomes are inquired with growing pauses", async (t) => {
  const payments = await openTestPayments(t);
  payments.processor.answer = () => ({ kind: "unknown" });
  await pay(payments.needs, BOOKS, aSale());
  const asked: number[] = [];
  for (let second = 0; second < 120; second++) {
    payments.clock.advance({ seconds: 1 });
    await reconcile(payments.needs, fail);
    asked.push(payments.processor.resolved.length);
  }
  const times = asked.flatMap((count, second) =>
    count > (asked[second - 1] ?? 0) ? [second] : [],
  );
  const pauses = times.slice(1).map((time, place) => time - (times[place] ?? 0));
  assert.ok((times[0] ?? 0) >= 19, "not before the lease is over");
  assert.deepEqual(pauses.slice(0, 3), [6, 16, 31]);
});

test("for tracks, the fingerprint has the card number and expiration but not the names", async (t) => {
  const payments = await openOwnPayments(t);
  const transactionId = await anId(payments);
  const swiped = (holder: { lastName: string } | undefined, entryMode: "SWIPED" | "KEYED") => {
    const sale = aSale({ transactionId });
    assert.ok(sale.source.kind === "card");
    const card = { ...sale.source.card, entryMode, holder };
    return aSale({ transactionId, source: { kind: "card", card } });
  };
  const first = answered(await pay(payments.needs, BOOKS, swiped({ lastName: "DOE" }, "SWIPED")));
  assert.equal(first.lastName, "DOE");
  const again = await pay(payments.needs, BOOKS, swiped(undefined, "SWIPED"));
  assert.equal(again.kind === "answered" && again.isReplay, true);
  const keyed = await pay(payments.needs, BOOKS, swiped(undefined, "KEYED"));
  assert.deepEqual(keyed, { kind: "refused", why: "id_already_used" });
});
