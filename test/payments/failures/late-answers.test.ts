/** A late approval of an order that the host did not know before is reversed. */
import { test } from "node:test";
import { type Order, readBooks } from "../../faults/books.ts";
import { hasHeard } from "../../faults/ledger.ts";
import { ACCOUNTS } from "../../faults/merchant.ts";
import { inTurn, type Proof } from "../../faults/proof.ts";
import { delayHost } from "../../faults/sabotage.ts";
import { openServed } from "../../faults/served.ts";
import { tier } from "../../kit/tier.ts";
import { until } from "../../kit/until.ts";

const PAYMENTS = tier(10, 200);
/** Reconciliation starts after twice the limit. The order has not arrived by then. */
const SETTINGS = { PROCESSOR_TIMEOUT_MS: "400" };
const DELAY_SECONDS = 2;
const WITHIN_MS = 30_000;

test(`${PAYMENTS} late approvals are reversed`, async (t) => {
  const proof = await openServed(t, { settings: SETTINGS });
  const heal = await delayHost(proof.place.databaseUrl, DELAY_SECONDS);
  await inTurn(Array.from({ length: PAYMENTS }), (_, place) => payOne(proof, place), PAYMENTS);
  const vague = proof.ledger.payments.filter((payment) => hasHeard(payment, "temporary"));
  proof.assertSome("payments told to ask for the status", vague.length, PAYMENTS);
  await untilOrders(proof, () => true);
  await heal();
  await untilOrders(proof, ({ kind }) => kind === "reversed");
  await proof.quiet();
  await proof.assertTrue();
  await proof.retryCalmly(proof.ledger.payments);
  await proof.assertTrue();
});

async function payOne(proof: Proof, place: number): Promise<void> {
  const accountId = ACCOUNTS[place % ACCOUNTS.length] ?? proof.fail("no account");
  const payment = proof.ledger.open({ accountId, way: "key", type: "SALE" });
  const heard = await proof.merchant.pay(proof.url(0), payment);
  payment.hearings.push({ in: "storm", heard });
}

/** Waits until all are reversed. If that does not happen, the checker reports it. */
async function untilOrders(proof: Proof, isSo: (order: Order) => boolean): Promise<void> {
  const areSo = async () => {
    const { orders } = await readBooks(proof.place.databaseUrl);
    return orders.length >= PAYMENTS && orders.every(isSo);
  };
  await until(areSo, WITHIN_MS).catch(async () => {
    await proof.assertTrue();
    proof.fail("the late orders did not come, or were not taken back");
  });
}
