/**
 * Attempts that a failover lost while the card host was asked: neither open nor ended. An approval is
 * reversed, and the reversal is stored before the host is asked.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { pay } from "../../src/core/payments/pay.ts";
import type { BankPayment, Change } from "../../src/core/payments/payment-request.ts";
import { reconcile } from "../../src/core/payments/recovery/reconcile.ts";
import { StatusStore } from "../../src/core/payments/status-store.ts";
import type { ProcessorAnswer } from "../../src/ports/processor.ts";
import type { Cents } from "../../src/values/money.ts";
import { Secret } from "../../src/values/secret.ts";
import { BOOKS } from "../kit/accounts.ts";
import { approve, aSale, openTestPayments, type TestPayments } from "../kit/payments.ts";

const fail = (error: unknown) => {
  throw error;
};
const UNSENT = { transactionId: undefined, idempotencyKey: undefined, details: {} };
const NO_RECEIPTS = { sendsCustomerReceipt: false, sendsMerchantReceipt: false };

function aChange(type: Change["type"], originalId: string, own: Partial<Change> = {}): Change {
  return { type, originalId, amount: undefined, ...UNSENT, ...NO_RECEIPTS, ...own } as Change;
}

async function anId({ needs, clock, db }: TestPayments): Promise<string> {
  const id = await needs.ids.next();
  await db.rows`insert into issued_ids values (${BOOKS.id}, ${id}, ${clock.business()})`;
  return id;
}

async function sell(payments: TestPayments, own: Parameters<typeof aSale>[0] = {}) {
  const outcome = await pay(payments.needs, BOOKS, aSale(own));
  assert.ok(outcome.kind === "answered", outcome.kind);
  return outcome.answer.transactionId;
}

/** Loses the commit that began the attempt, with its reservation. */
async function loseOpen({ database }: TestPayments): Promise<void> {
  await database.owner.rows`
    with lost as (
      delete from open_attempts where state <> 'reversing'
      returning account_id, transaction_id, original_id
    )
    delete from vault using lost
    where vault.account_id = lost.account_id and token_id = transaction_id
      and original_id is distinct from transaction_id`;
  await database.owner.rows`delete from idempotency_keys`;
}

/** The host gives this answer, and meanwhile the database loses the last commits. */
function loseWhileAsked(
  payments: TestPayments,
  answer: (order: { readonly amount: Cents }) => ProcessorAnswer = approve,
  lose: () => Promise<void> = () => loseOpen(payments),
): void {
  payments.processor.answer = async (order) => {
    payments.processor.answer = approve;
    await lose();
    return answer(order);
  };
}

function statusOf({ db }: TestPayments, id: string) {
  return new StatusStore({ db, queueMax: 10 }).findTransactionStatus(BOOKS.id, id);
}

async function reconcileLater(payments: TestPayments): Promise<void> {
  payments.clock.advance({ hours: 2 });
  await reconcile(payments.needs, fail);
}

/** Orders of the host that were not reversed. */
function standing({ processor }: TestPayments): readonly string[] {
  return processor.submitted
    .filter(({ reference }) => !processor.reversed.includes(reference))
    .map(({ transactionType, amount }) => `${transactionType} ${amount}`);
}

async function open(t: TestContext): Promise<TestPayments> {
  return openTestPayments(t);
}

test("the approval of a lost attempt is reversed until the host acknowledges it, and recorded", async (t) => {
  const payments = await open(t);
  const { processor } = payments;
  const transactionId = await anId(payments);
  processor.reversal = () => "unknown";
  loseWhileAsked(payments);
  const outcome = await pay(
    payments.needs,
    { ...BOOKS, hasWebhook: true },
    aSale({ transactionId }),
  );
  assert.deepEqual(outcome, { kind: "unknown", transactionId });
  assert.equal((await statusOf(payments, transactionId))?.message, "IN PROGRESS");

  await reconcileLater(payments);
  await reconcileLater(payments);
  assert.ok(processor.reversed.length >= 2, "it is said again until the host has heard");
  assert.equal((await statusOf(payments, transactionId))?.message, "IN PROGRESS");
  processor.reversal = () => "reversed";
  await reconcileLater(payments);
  const { reference } = processor.submitted[0] ?? assert.fail();
  assert.ok(processor.reversed.every((each) => each === reference));
  assert.deepEqual(new Set(processor.reversedTypes), new Set(["SALE"]));
  const found = await statusOf(payments, transactionId);
  assert.deepEqual([found?.message, found?.isApproved], ["REVERSED", false]);
  const [told] = await payments.database.owner.rows<{ event: string }>`select event from outbox`;
  assert.equal(told?.event, "transaction.reconciled");
});

test("a repetition by id after a loss is answered as declined and charges nothing", async (t) => {
  const payments = await open(t);
  const transactionId = await anId(payments);
  // The commit that spent the id is lost, so the id is unused again.
  loseWhileAsked(payments, approve, async () => {
    await loseOpen(payments);
    const { database, clock } = payments;
    await database.owner.rows`
      insert into issued_ids values (${BOOKS.id}, ${transactionId}, ${clock.business()})`;
  });
  const sale = aSale({ transactionId });
  assert.equal((await pay(payments.needs, BOOKS, sale)).kind, "unknown");
  await reconcileLater(payments);
  const again = await pay(payments.needs, BOOKS, sale);
  assert.ok(again.kind === "answered" && again.isReplay);
  assert.deepEqual([again.answer.outcome, again.answer.message], ["declined", "REVERSED"]);
  assert.deepEqual(standing(payments), []);
});

test("a retry with the same id before the approval is charged once, and the first order is reversed", async (t) => {
  const payments = await open(t);
  const { needs, database, clock, processor } = payments;
  const transactionId = await anId(payments);
  const sale = aSale({ transactionId });
  loseWhileAsked(payments, approve, async () => {
    await loseOpen(payments);
    await database.owner.rows`
      insert into issued_ids values (${BOOKS.id}, ${transactionId}, ${clock.business()})`;
    assert.equal((await pay(needs, BOOKS, sale)).kind, "answered");
  });
  assert.equal((await pay(needs, BOOKS, sale)).kind, "unknown");
  await reconcileLater(payments);
  assert.deepEqual(processor.reversed, [processor.submitted[0]?.reference]);
  assert.deepEqual(standing(payments), ["SALE 1000"]);
  assert.equal((await statusOf(payments, transactionId))?.isApproved, true);
  const again = await pay(needs, BOOKS, sale);
  assert.ok(again.kind === "answered" && again.answer.outcome === "approved");
});

test("a retry by key after the loss leaves one charge", async (t) => {
  const payments = await open(t);
  const sale = aSale({ idempotencyKey: "order 7" });
  loseWhileAsked(payments);
  assert.equal((await pay(payments.needs, BOOKS, sale)).kind, "unknown");
  await pay(payments.needs, BOOKS, sale);
  await reconcileLater(payments);
  assert.deepEqual(standing(payments), ["SALE 1000"]);
});

test("without an answer for a lost attempt, its order is reversed", async (t) => {
  const payments = await open(t);
  loseWhileAsked(payments, () => ({ kind: "unknown" }));
  const outcome = await pay(payments.needs, BOOKS, aSale());
  assert.ok(outcome.kind === "unknown");
  await reconcileLater(payments);
  assert.deepEqual(payments.processor.reversed, [payments.processor.submitted[0]?.reference]);
  assert.equal((await statusOf(payments, outcome.transactionId))?.message, "REVERSED");
});

test("a late approval of a lost attempt is reversed", async (t) => {
  const payments = await openTestPayments(t, { processorTimeoutMs: 20 });
  const answer = Promise.withResolvers<ProcessorAnswer>();
  payments.processor.answer = () => answer.promise;
  const outcome = await pay(payments.needs, BOOKS, aSale());
  assert.ok(outcome.kind === "unknown");
  await loseOpen(payments);
  answer.resolve(approve({ amount: 1_000 as Cents }));
  for (let tries = 0; tries < 100 && payments.processor.reversed.length === 0; tries++) {
    await reconcileLater(payments);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  assert.deepEqual(payments.processor.reversed, [payments.processor.submitted[0]?.reference]);
  assert.equal((await statusOf(payments, outcome.transactionId))?.message, "REVERSED");
});

test("an approval that the account declines is reversed even if its attempt was lost", async (t) => {
  const payments = await open(t);
  const mismatch = (order: { readonly amount: Cents }) => ({ ...approve(order), cvvResponse: "N" });
  loseWhileAsked(payments, mismatch as typeof approve);
  const strict = { ...BOOKS, declinesCvv: "N" };
  assert.equal((await pay(payments.needs, strict, aSale())).kind, "unknown");
  await reconcileLater(payments);
  assert.deepEqual(standing(payments), []);
});

for (const kind of ["declined", "not_sent"] as const) {
  test(`a lost attempt that was ${kind} needs no reversal: it is unknown and may be tried again`, async (t) => {
    const payments = await open(t);
    const said = { kind, message: "DO NOT HONOR" } as ProcessorAnswer;
    loseWhileAsked(payments, () => said);
    const outcome = await pay(payments.needs, BOOKS, aSale());
    assert.ok(outcome.kind === "unknown");
    await reconcileLater(payments);
    assert.deepEqual(payments.processor.reversed, []);
    assert.equal(await statusOf(payments, outcome.transactionId), undefined);
  });
}

test("a lost capture is reversed, and its authorization can be captured again", async (t) => {
  const payments = await open(t);
  const { needs, database, processor } = payments;
  const id = await sell(payments, { type: "AUTHORIZATION" });
  const capture = aChange("CAPTURE", id, { amount: 800 as Cents } as Partial<Change>);
  const again = Promise.withResolvers<ProcessorAnswer>();
  const isAsked = Promise.withResolvers<void>();
  let second: Promise<unknown> | undefined;
  loseWhileAsked(payments, approve, async () => {
    await loseOpen(payments);
    await database.owner.rows`update transactions set state = 'authorized' where id = ${id}`;
    // The merchant captures again at once, and that attempt is open when the first approval arrives.
    processor.answer = () => {
      isAsked.resolve();
      return again.promise;
    };
    second = pay(needs, BOOKS, capture);
    await isAsked.promise;
  });
  assert.equal((await pay(needs, BOOKS, capture)).kind, "unknown");
  again.resolve(approve({ amount: 800 as Cents }));
  await second;
  await reconcileLater(payments);
  assert.deepEqual(processor.reversed, [processor.submitted[1]?.reference]);
  assert.deepEqual(processor.reversedTypes, ["CAPTURE"]);
  const [row] = await database.owner.rows`select state, amount_cents from transactions`;
  assert.deepEqual(row, { state: "captured", amount_cents: 800 });
});

test("a lost refund is reversed and releases nothing that is no longer reserved", async (t) => {
  const payments = await open(t);
  const { needs, database, processor } = payments;
  const id = await sell(payments);
  await database.owner.rows`update transactions set batched_at = now(), batch_id = 1`;
  loseWhileAsked(payments, approve, async () => {
    await loseOpen(payments);
    await database.owner.rows`update transactions set refunded_cents = 0`;
  });
  const outcome = await pay(
    needs,
    BOOKS,
    aChange("REFUND", id, { amount: 300 as Cents } as Partial<Change>),
  );
  assert.ok(outcome.kind === "unknown");
  await reconcileLater(payments);
  assert.deepEqual(processor.reversedTypes, ["REFUND"]);
  const refund = await statusOf(payments, outcome.transactionId);
  assert.deepEqual([refund?.message, refund?.isApproved], ["REVERSED", false]);
  const [sale] = await database.owner.rows`
    select state, refunded_cents from transactions where id = ${id}`;
  assert.deepEqual(sale, { state: "sold", refunded_cents: 0 });
});

test("a lost void is reversed and does not change the payment", async (t) => {
  const payments = await open(t);
  const id = await sell(payments);
  loseWhileAsked(payments, approve, async () => {
    await loseOpen(payments);
    await payments.database.owner.rows`update transactions set state = 'sold'`;
  });
  const outcome = await pay(payments.needs, BOOKS, aChange("REVERSAL", id));
  assert.ok(outcome.kind === "unknown");
  await reconcileLater(payments);
  assert.deepEqual(payments.processor.reversedTypes, ["REVERSAL"]);
  assert.equal((await statusOf(payments, outcome.transactionId))?.message, "REVERSED");
  assert.equal((await statusOf(payments, id))?.isApproved, true);
});

test("a lost STORE reverses nothing, because the card host was not asked", async (t) => {
  const payments = await open(t);
  const { finish } = payments.needs.attempts;
  payments.needs.attempts.finish = async (end) => {
    await loseOpen(payments);
    return finish.call(payments.needs.attempts, end);
  };
  const outcome = await pay(payments.needs, BOOKS, aSale({ type: "STORE" }));
  assert.equal(outcome.kind, "unknown");
  assert.equal((await payments.db.rows`select from open_attempts`).length, 0);
  assert.deepEqual(payments.processor.reversed, []);
});

test("a lost ACH payment is unknown: nothing is reversed, and no file includes it", async (t) => {
  const payments = await open(t);
  const { needs } = payments;
  const { verify } = needs.banks;
  Object.assign(needs.banks, {
    verify: async (...asked: Parameters<typeof verify>) => {
      await loseOpen(payments);
      return verify(...asked);
    },
  });
  const bank = {
    sent: {
      routingNumber: "021000021",
      accountNumber: new Secret("12345678"),
      accountType: "checking",
    },
    accountType: "checking",
    tokenId: undefined,
    secCode: undefined,
    validates: undefined,
  };
  const entry = {
    type: "SALE",
    amount: 500 as Cents,
    bank,
    ...UNSENT,
    ...NO_RECEIPTS,
    details: { firstName: "Jim", lastName: "Smith" },
  } as unknown as BankPayment;
  const outcome = await pay(needs, BOOKS, entry);
  assert.ok(outcome.kind === "unknown", JSON.stringify(outcome));
  await reconcileLater(payments);
  assert.deepEqual(payments.processor.reversed, []);
  assert.equal(await statusOf(payments, outcome.transactionId), undefined);
});
