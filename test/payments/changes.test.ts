/** Captures, refunds, reversals, batches and expired authorizations, with a scripted card host. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer, PaymentOutcome } from "../../src/core/payments/answer.ts";
import { closeBatches } from "../../src/core/payments/batches/close-batches.ts";
import { lapseAuthorizations } from "../../src/core/payments/changes/lapse.ts";
import { pay } from "../../src/core/payments/pay.ts";
import type { Change } from "../../src/core/payments/payment-request.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import { StatusStore } from "../../src/core/payments/status-store.ts";
import type { Cents } from "../../src/values/money.ts";
import { monthNumber, transactionId } from "../../src/values/transaction-id.ts";
import { BOOKS } from "../kit/accounts.ts";
import {
  approve,
  aSale,
  openOwnPayments,
  openTestPayments,
  type TestPayments,
} from "../kit/payments.ts";
import { tier } from "../kit/tier.ts";

const fail = (error: unknown) => {
  throw error;
};

function aChange(type: Change["type"], originalId: string, amount?: number): Change {
  return {
    type,
    originalId,
    amount: amount as Cents,
    transactionId: undefined,
    idempotencyKey: undefined,
    details: {},
    sendsCustomerReceipt: false,
    sendsMerchantReceipt: false,
  };
}

function answered(outcome: PaymentOutcome): Answer {
  assert.equal(outcome.kind, "answered", JSON.stringify(outcome));
  return (outcome as Extract<PaymentOutcome, { kind: "answered" }>).answer;
}

async function taken({ needs }: TestPayments, own = {}): Promise<string> {
  return answered(await pay(needs, BOOKS, aSale(own))).transactionId;
}

async function rowOf({ db }: TestPayments, id: string) {
  const [row] = await db.rows<Record<string, unknown>>`
    select state, transaction_type, amount_cents, refunded_cents, message, is_approved,
      batch_id, original_id
    from transactions where account_id = ${BOOKS.id} and id = ${id}`;
  return row;
}

test("a capture keeps the id of its authorization and may lower the amount", async (t) => {
  const payments = await openOwnPayments(t);
  const id = await taken(payments, { type: "AUTHORIZATION" });
  const capture = answered(await pay(payments.needs, BOOKS, aChange("CAPTURE", id, 700)));
  assert.deepEqual([capture.transactionId, capture.message], [id, "CAPTURED"]);
  const row = await rowOf(payments, id);
  assert.deepEqual(
    [row?.["state"], row?.["transaction_type"], row?.["amount_cents"]],
    ["captured", "CAPTURE", 700],
  );
  const again = await pay(payments.needs, BOOKS, aChange("CAPTURE", id, 300));
  assert.deepEqual(again, { kind: "refused", why: "token_not_fit" });
});

test("a declined capture does not change the authorization", async (t) => {
  const payments = await openOwnPayments(t);
  const id = await taken(payments, { type: "AUTHORIZATION" });
  payments.processor.answer = () => ({ kind: "declined", message: "DO NOT HONOR" });
  const capture = answered(await pay(payments.needs, BOOKS, aChange("CAPTURE", id, 700)));
  assert.equal(capture.outcome, "declined");
  assert.deepEqual((await rowOf(payments, id))?.["state"], "authorized");
});

test("a full refund before the batch closes is a void, and then nothing else is allowed", async (t) => {
  const payments = await openOwnPayments(t);
  const id = await taken(payments);
  const refund = answered(await pay(payments.needs, BOOKS, aChange("REFUND", id)));
  assert.deepEqual([refund.message, refund.originalId, refund.amountCents], ["VOID", id, 1_000]);
  assert.equal((await rowOf(payments, id))?.["state"], "voided");
  const again = await pay(payments.needs, BOOKS, aChange("REFUND", id));
  assert.deepEqual(again, { kind: "refused", why: "invalid_refund_amount" });
  const reversal = await pay(payments.needs, BOOKS, aChange("REVERSAL", id));
  assert.deepEqual(reversal, { kind: "refused", why: "already_reversed" });
});

test("a declined refund releases its amount; an unknown one keeps it", async (t) => {
  const payments = await openTestPayments(t);
  const { processor, needs } = payments;
  const id = await taken(payments);
  processor.answer = () => ({ kind: "declined", message: "DO NOT HONOR" });
  answered(await pay(needs, BOOKS, aChange("REFUND", id, 600)));
  assert.equal((await rowOf(payments, id))?.["refunded_cents"], 0);
  processor.answer = () => ({ kind: "unknown" });
  assert.equal((await pay(needs, BOOKS, aChange("REFUND", id, 600))).kind, "unknown");
  assert.equal((await rowOf(payments, id))?.["refunded_cents"], 600);
  const more = await pay(needs, BOOKS, aChange("REFUND", id, 500));
  assert.deepEqual(more, { kind: "refused", why: "invalid_refund_amount" });
  processor.resolution = () => ({ kind: "never_arrived" });
  payments.clock.advance({ hours: 1 });
  await reconcile(needs, fail);
  assert.equal((await rowOf(payments, id))?.["refunded_cents"], 0);
});

test("a void that never arrived does not change the sale", async (t) => {
  const payments = await openTestPayments(t);
  const { processor, needs } = payments;
  const id = await taken(payments);
  processor.answer = () => ({ kind: "unknown" });
  await pay(needs, BOOKS, aChange("REFUND", id));
  assert.equal((await rowOf(payments, id))?.["state"], "voiding");
  processor.resolution = () => ({ kind: "never_arrived" });
  payments.clock.advance({ hours: 1 });
  await reconcile(needs, fail);
  const row = await rowOf(payments, id);
  assert.deepEqual([row?.["state"], row?.["refunded_cents"]], ["sold", 0]);
});

test("a refund that is reversed can be made again", async (t) => {
  const payments = await openOwnPayments(t);
  const { needs } = payments;
  const id = await taken(payments);
  const refund = answered(await pay(needs, BOOKS, aChange("REFUND", id, 400)));
  answered(await pay(needs, BOOKS, aChange("REVERSAL", refund.transactionId)));
  assert.equal((await rowOf(payments, id))?.["refunded_cents"], 0);
  assert.equal((await rowOf(payments, refund.transactionId))?.["state"], "reversed");
  const again = await pay(needs, BOOKS, aChange("REVERSAL", refund.transactionId));
  assert.deepEqual(again, { kind: "refused", why: "already_reversed" });
  answered(await pay(needs, BOOKS, aChange("REFUND", id, 1_000)));
});

test("a capture, refund or reversal with an id or a key is made once", async (t) => {
  const payments = await openOwnPayments(t);
  const { needs, processor } = payments;
  const id = await taken(payments, { type: "AUTHORIZATION" });
  const capture = { ...aChange("CAPTURE", id, 700), idempotencyKey: "capture 1" };
  answered(await pay(needs, BOOKS, capture));
  const again = await pay(needs, BOOKS, capture);
  assert.equal(again.kind === "answered" && again.isReplay, true);
  assert.equal(answered(again).transactionType, "CAPTURE");
  const other = await pay(needs, BOOKS, { ...capture, amount: 600 as Cents });
  assert.deepEqual(other, { kind: "refused", why: "id_already_used" });
  const refund = { ...aChange("REFUND", id, 100), idempotencyKey: "refund 1" };
  const all = await Promise.all(Array.from({ length: 10 }, () => pay(needs, BOOKS, refund)));
  assert.equal(new Set(all.map((one) => answered(one).transactionId)).size, 1);
  assert.equal(processor.submitted.length, 3);
});

test("a key is not spent by a request that was refused", async (t) => {
  const payments = await openOwnPayments(t);
  const id = await taken(payments);
  const refund = { ...aChange("REFUND", id, 1_001), idempotencyKey: "refund" };
  const refused = await pay(payments.needs, BOOKS, refund);
  assert.deepEqual(refused, { kind: "refused", why: "invalid_refund_amount" });
  answered(await pay(payments.needs, BOOKS, { ...refund, amount: 1_000 as Cents }));
});

test("racing refunds never exceed the sale", async (t) => {
  const payments = await openOwnPayments(t);
  const { needs, processor, db } = payments;
  let asked = 0;
  processor.answer = (order) =>
    order.transactionType === "REFUND" && ++asked % 5 === 0
      ? { kind: "declined", message: "DO NOT HONOR" }
      : approve(order);
  const sales = tier(15, 500);
  const ids: string[] = [];
  const raceOne = async () => {
    const id = await taken(payments);
    ids.push(id);
    const race = Array.from({ length: 20 }, (_, place) =>
      pay(needs, BOOKS, aChange("REFUND", id, 60 + place * 13)),
    );
    await Promise.all(race);
  };
  for (let first = 0; first < sales; first += 5) {
    await Promise.all(Array.from({ length: Math.min(5, sales - first) }, raceOne));
  }
  const wrong = await db.rows`
    select sale.id from transactions sale where sale.id = any (${ids})
      and (sale.refunded_cents > sale.amount_cents or sale.refunded_cents <> (
        select coalesce(sum(amount_cents), 0) from transactions refund
        where refund.account_id = sale.account_id and refund.original_id = sale.id
          and refund.is_approved))`;
  assert.deepEqual(wrong, []);
});

test("of racing captures and reversals of one authorization, at most one of each succeeds", async (t) => {
  const payments = await openOwnPayments(t);
  for (let round = 0; round < 10; round++) {
    const id = await taken(payments, { type: "AUTHORIZATION" });
    const race = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        pay(payments.needs, BOOKS, aChange(place % 2 ? "CAPTURE" : "REVERSAL", id, 1_000)),
      ),
    );
    const made = race.flatMap((one) =>
      one.kind === "answered" ? [one.answer.transactionType] : [],
    );
    // A captured payment may still be reversed; a reversed one is never captured.
    assert.ok(
      ["CAPTURE", "REVERSAL", "CAPTURE,REVERSAL"].includes(made.sort().join()),
      made.join(),
    );
    const state = (await rowOf(payments, id))?.["state"];
    assert.equal(state, made.includes("REVERSAL") ? "reversed" : "captured");
  }
});

test("a batch includes sales and refunds once, and batched sales can only be refunded", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, clock } = payments;
  const sold = await taken(payments);
  const authorized = await taken(payments, { type: "AUTHORIZATION" });
  const refund = answered(await pay(needs, BOOKS, aChange("REFUND", sold, 100)));
  assert.equal(await closeBatches(needs, clock.business()), "batches closed: 1, transactions: 2");
  assert.equal((await rowOf(payments, sold))?.["batch_id"], 1);
  assert.equal((await rowOf(payments, refund.transactionId))?.["batch_id"], 1);
  assert.equal((await rowOf(payments, authorized))?.["batch_id"], null);
  const reversal = await pay(needs, BOOKS, aChange("REVERSAL", refund.transactionId));
  assert.deepEqual(reversal, { kind: "refused", why: "token_not_fit" });
  const rest = answered(await pay(needs, BOOKS, aChange("REFUND", sold)));
  assert.deepEqual([rest.message, rest.amountCents], ["REFUND", 900]);
  clock.advance({ hours: 24 });
  assert.equal(await closeBatches(needs, clock.business()), "batches closed: 1, transactions: 1");
});

test("SETTLE-BATCH closes one batch per key, and batch ids start again after 9999", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, db, clock } = payments;
  const close = (idempotencyKey: string) =>
    pay(needs, BOOKS, {
      type: "SETTLE-BATCH",
      transactionId: undefined,
      idempotencyKey,
      details: {},
      sendsCustomerReceipt: false,
      sendsMerchantReceipt: false,
    });
  await db.rows`
    insert into card_batches values (${BOOKS.id}, 9998, ${clock.business()}, 1, 1)`;
  const first = await taken(payments);
  const answer = answered(await close("one"));
  assert.equal((await rowOf(payments, first))?.["batch_id"], 9999);
  const second = await taken(payments);
  assert.equal(answered(await close("one")).transactionId, answer.transactionId);
  assert.equal((await rowOf(payments, second))?.["batch_id"], null);
  answered(await close("two"));
  assert.equal((await rowOf(payments, second))?.["batch_id"], 1);
});

test("an authorization that is not captured in time is reversed", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, clock, processor } = payments;
  const id = await taken(payments, { type: "AUTHORIZATION" });
  clock.advance({ hours: 7 * 24 - 1 });
  assert.equal(await lapseAuthorizations(needs, clock.business()), "no expired authorizations");
  clock.advance({ hours: 1 });
  const capture = await pay(needs, BOOKS, aChange("CAPTURE", id, 1_000));
  assert.deepEqual(capture, { kind: "refused", why: "token_not_fit" });
  assert.equal(await lapseAuthorizations(needs, clock.business()), "authorizations reversed: 1");
  assert.equal((await rowOf(payments, id))?.["state"], "reversed");
  assert.equal(processor.submitted.at(-1)?.transactionType, "REVERSAL");
  const reversal = await pay(needs, BOOKS, aChange("REVERSAL", id));
  assert.deepEqual(reversal, { kind: "refused", why: "already_reversed" });
});

for (const answer of [{ kind: "not_sent" }, { kind: "declined", message: "NO" }] as const) {
  test(`a reversal of an expired authorization that is ${answer.kind} is tried once a day and sends no event`, async (t) => {
    const payments = await openTestPayments(t);
    const { needs, clock, processor, database } = payments;
    await database.owner.rows`
      insert into webhook_endpoints (account_id, url, origin, is_on, secret_sealed, updated_at)
      values (${BOOKS.id}, 'http://127.0.0.1:9/', 'http://127.0.0.1:9', true, '', now())`;
    const id = await taken(payments, { type: "AUTHORIZATION" });
    clock.advance({ hours: 7 * 24 });
    let asked = 0;
    processor.answer = (order) => (++asked > 3 ? approve(order) : answer);
    assert.equal(
      await lapseAuthorizations(needs, clock.business()),
      "authorizations reversed: 0, not reversed yet: 1",
    );
    assert.deepEqual([asked, (await rowOf(payments, id))?.["state"]], [1, "authorized"]);
    assert.deepEqual(await database.owner.rows`select event from outbox`, []);
    processor.answer = approve;
    assert.equal(await lapseAuthorizations(needs, clock.business()), "authorizations reversed: 1");
  });
}

test("a token can be charged again in every state of its transaction except an open one", async (t) => {
  const payments = await openOwnPayments(t);
  const { needs, processor } = payments;
  const by = (tokenId: string) =>
    aSale({ source: { kind: "token", tokenId, expiration: undefined, verification: undefined } });
  const id = await taken(payments, { details: { lastName: "Doe", zip: "10001" } });
  const again = answered(await pay(needs, BOOKS, by(id)));
  assert.deepEqual([again.last4, again.cardBrand, again.lastName], ["1111", "VISA", "Doe"]);
  assert.equal(processor.submitted.at(-1)?.card?.number.reveal(), "4111111111111111");
  answered(await pay(needs, BOOKS, by(again.transactionId)));
  answered(await pay(needs, BOOKS, aChange("REFUND", id)));
  answered(await pay(needs, BOOKS, by(id)));
  processor.answer = () => ({ kind: "unknown" });
  const transactionId = await needs.ids.next();
  await payments.db.rows`
    insert into issued_ids values (${BOOKS.id}, ${transactionId}, ${payments.clock.business()})`;
  await pay(needs, BOOKS, aSale({ transactionId }));
  const refused = { kind: "refused", why: "token_not_fit" };
  assert.deepEqual(await pay(needs, BOOKS, by(transactionId)), refused);
  assert.deepEqual(await pay(needs, BOOKS, by("323999999999")), refused);
  assert.deepEqual(await pay(needs, { ...BOOKS, id: "120000000002" }, by(id)), refused);
});

test("storing a card does not ask the card host, and its token can be charged", async (t) => {
  const payments = await openOwnPayments(t);
  const stored = answered(
    await pay(payments.needs, BOOKS, aSale({ type: "STORE", amount: 0 as Cents })),
  );
  assert.equal(stored.message, undefined);
  assert.equal(payments.processor.submitted.length, 0);
  const refund = await pay(payments.needs, BOOKS, aChange("REFUND", stored.transactionId));
  assert.deepEqual(refund, { kind: "refused", why: "token_not_fit" });
});

test("a credit needs the account's permission", async (t) => {
  const payments = await openOwnPayments(t);
  const credit = aSale({ type: "CREDIT" });
  const refused = await pay(payments.needs, { ...BOOKS, allowsCredit: false }, credit);
  assert.deepEqual(refused, { kind: "refused", why: "credit_not_allowed" });
  assert.equal(answered(await pay(payments.needs, BOOKS, credit)).message, "CREDIT");
});

test("each transaction of a batch has an event transaction.settled with its batch", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, clock, database } = payments;
  await database.owner.rows`
    insert into webhook_endpoints (account_id, url, origin, is_on, secret_sealed, updated_at)
    values (${BOOKS.id}, 'http://127.0.0.1:9/', 'http://127.0.0.1:9', true, '', now())`;
  const sold = await taken(payments);
  const captured = await taken(payments, { type: "AUTHORIZATION" });
  answered(await pay(needs, BOOKS, aChange("CAPTURE", captured, 700)));
  await closeBatches(needs, clock.business());
  const events = await database.owner.rows`
    select event, payload ->> 'transaction_id' as id, payload ->> 'transaction_type' as type,
      payload ->> 'batch_id' as batch
    from outbox order by id`;
  assert.deepEqual(events, [
    { event: "transaction.settled", id: sold, type: "SALE", batch: "1" },
    { event: "transaction.settled", id: captured, type: "CAPTURE", batch: "1" },
  ]);
});

test("while a capture is open, the status of its authorization is IN PROGRESS", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, processor, db } = payments;
  const id = await taken(payments, { type: "AUTHORIZATION" });
  processor.answer = () => ({ kind: "unknown" });
  await pay(needs, BOOKS, aChange("CAPTURE", id, 700));
  const status = () => new StatusStore({ db, queueMax: 10 }).findTransactionStatus(BOOKS.id, id);
  assert.deepEqual(
    [(await status())?.message, (await status())?.isApproved],
    ["IN PROGRESS", false],
  );
  processor.resolution = () => ({ kind: "never_arrived" });
  payments.clock.advance({ hours: 1 });
  await reconcile(needs, fail);
  const found = await status();
  assert.deepEqual([found?.message, found?.amount, found?.isApproved], ["APPROVED", 1_000, true]);
});

test("a repeated nightly close includes no later sale, and one failed account does not stop the others", async (t) => {
  const payments = await openTestPayments(t);
  const { needs, clock } = payments;
  const night = clock.business();
  await taken(payments);
  await payments.database.owner.rows`
    insert into transactions (account_id, id, attempt_id, transaction_type, tender_type, state,
      is_approved, authorized_at, amount_cents, request_amount_cents, currency, message)
    values (1, ${transactionId(monthNumber(night), 7)}, gen_random_uuid(), 'SALE', 'CARD', 'sold', true,
      ${night}, 100, 100, 'USD', 'APPROVED')`;
  const close = needs.batches.closeNightly.bind(needs.batches);
  needs.batches.closeNightly = async (accountId, ...given) => {
    if (accountId === "1") throw new Error("the row is damaged");
    return close(accountId, ...given);
  };
  const why = /batches closed: 1, transactions: 1; account 1: Error: the row is damaged/;
  await assert.rejects(closeBatches(needs, night), why);
  clock.advance({ minutes: 10 });
  const next = await taken(payments);
  needs.batches.closeNightly = close;
  assert.equal(await closeBatches(needs, night), "batches closed: 1, transactions: 1");
  assert.equal((await rowOf(payments, next))?.["batch_id"], null, "it is of the next day");
  assert.equal(await closeBatches(needs, clock.business()), "batches closed: 1, transactions: 1");
});
