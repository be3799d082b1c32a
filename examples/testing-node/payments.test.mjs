/** Payments tested with node:test. The gateway starts once, and each test begins with its test data. */
import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { startSixdoors } from "sixdoors/testing";
import { BANK_ACCOUNT, CARD, pay } from "./pay.mjs";

let gateway;
before(async () => {
  gateway = await startSixdoors();
});
beforeEach(() => gateway.reset());
after(() => gateway?.stop());

test("a sale is approved", async () => {
  const sale = await pay(gateway, CARD);
  assert.equal(sale.transaction_approved, true);
});

test("a declined card is not charged", async () => {
  await gateway.cardHost.next({ decline: "51" });
  const sale = await pay(gateway, CARD);
  assert.equal(sale.transaction_approved, false);
  assert.equal(sale.authorization_message, "INSUFFICIENT FUNDS");
});

test("after a lost answer, the payment is found out later", async () => {
  await gateway.cardHost.next({ loseAnswer: true });
  const sale = await pay(gateway, CARD);
  assert.equal(sale.error_code, 50000);
  await gateway.cardHost.reconcile();
  const { transaction } = await gateway.webhooks.next({ event: "transaction.reconciled" });
  assert.equal(transaction.transaction_id, sale.transaction_id);
  assert.equal(transaction.transaction_approved, true);
});

test("a sale sends a signed webhook", async () => {
  const { transaction_id: transactionId } = await pay(gateway, CARD);
  const webhook = await gateway.webhooks.next({ transactionId });
  assert.equal(webhook.event, "transaction.approved");
  // Pass webhook.body and webhook.headers to your own handler. The secret is gateway.webhooks.secret.
  assert.match(webhook.headers["webhook-signature"], /^v1,/);
});

test("a bank returns an ACH payment after three days", async () => {
  const { transaction_id: transactionId } = await pay(gateway, BANK_ACCOUNT);
  await gateway.clock.advance("3d");
  await gateway.ach.return(transactionId, "R01");
  const event = "transaction.returned";
  const { transaction } = await gateway.webhooks.next({ event, transactionId });
  assert.equal(transaction.ach_return_code, "R01");
});
