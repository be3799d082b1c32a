/** Many identical requests at once, over two processes: one charge, and one answer for all. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { readBooks } from "../../faults/books.ts";
import { type Heard, isOutcome, type Payment, paymentName } from "../../faults/ledger.ts";
import { ACCOUNTS } from "../../faults/merchant.ts";
import { inTurn, type Proof } from "../../faults/proof.ts";
import { openServed } from "../../faults/served.ts";
import { tier } from "../../kit/tier.ts";

const PAYMENTS = tier(4, 1_000);
const COPIES = 50;
/** The number of concurrent payments, each with all of its copies. */
const PAYMENTS_AT_ONCE = 4;

test(`${PAYMENTS} fetched ids and ${PAYMENTS} keys, each × ${COPIES} identical requests, are charged once each`, async (t) => {
  const proof = await openServed(t, { webs: 2 });
  await inTurn(Array.from({ length: PAYMENTS }), async (_, place) => {
    const accountId = accountAt(place);
    const transactionId = await proof.merchant.fetchId(proof.url(place), accountId);
    assert.ok(transactionId, "an id could not be had");
    proof.ledger.open({ accountId, way: "id", type: "SALE", transactionId });
  });
  for (let place = 0; place < PAYMENTS; place++) {
    proof.ledger.open({ accountId: accountAt(place), way: "key", type: "SALE" });
  }
  await payAll(proof);
  for (const payment of proof.ledger.payments.filter(({ way }) => way === "key")) {
    const replays = outcomesIn(payment).filter(({ isReplay }) => isReplay);
    assert.equal(replays.length, COPIES - 1, `replays of ${paymentName(payment)}`);
  }
});

async function payAll(proof: Proof): Promise<void> {
  const send = async (payment: Payment) => {
    const copies = Array.from({ length: COPIES }, (_, place) =>
      proof.merchant.pay(proof.url(place), payment),
    );
    for (const heard of await Promise.all(copies)) payment.hearings.push({ in: "calm", heard });
  };
  await inTurn(proof.ledger.payments, send, PAYMENTS_AT_ONCE);
  await proof.quiet();
  await proof.assertTrue();
  for (const payment of proof.ledger.payments) assertAllApproved(payment);
  const { orders } = await readBooks(proof.place.databaseUrl);
  assert.equal(orders.length, 2 * PAYMENTS);
}

function assertAllApproved(payment: Payment): void {
  const kinds = payment.hearings.map(({ heard }) => describeAnswer(heard));
  assert.deepEqual(kinds, Array(COPIES).fill("approved"), paymentName(payment));
  assert.equal(new Set(outcomesIn(payment).map(({ body }) => body)).size, 1, paymentName(payment));
}

function describeAnswer(heard: Heard): string {
  return heard.kind === "refused" ? `refused ${heard.code}` : heard.kind;
}

function outcomesIn({ hearings }: Payment) {
  return hearings.map(({ heard }) => heard).filter(isOutcome);
}

function accountAt(place: number): string {
  return ACCOUNTS[place % ACCOUNTS.length] ?? assert.fail();
}
