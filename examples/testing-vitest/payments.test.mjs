/** Payments tested with Vitest. The gateway starts once, and each test begins with its test data. */
import { startSixdoors } from "sixdoors/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { BANK_ACCOUNT, CARD, pay } from "./pay.mjs";

let gateway;
beforeAll(async () => {
  gateway = await startSixdoors();
}, 60_000);
beforeEach(() => gateway.reset());
afterAll(() => gateway?.stop());

test("a sale is approved", async () => {
  const sale = await pay(gateway, CARD);
  expect(sale.transaction_approved).toBe(true);
});

test("a declined card is not charged", async () => {
  await gateway.cardHost.next({ decline: "51" });
  const sale = await pay(gateway, CARD);
  expect(sale.transaction_approved).toBe(false);
  expect(sale.authorization_message).toBe("INSUFFICIENT FUNDS");
});

test("after a lost answer, the payment is found out later", async () => {
  await gateway.cardHost.next({ loseAnswer: true });
  const sale = await pay(gateway, CARD);
  expect(sale.error_code).toBe(50000);
  await gateway.cardHost.reconcile();
  const { transaction } = await gateway.webhooks.next({ event: "transaction.reconciled" });
  expect(transaction.transaction_id).toBe(sale.transaction_id);
  expect(transaction.transaction_approved).toBe(true);
});

test("a sale sends a signed webhook", async () => {
  const { transaction_id: transactionId } = await pay(gateway, CARD);
  const webhook = await gateway.webhooks.next({ transactionId });
  expect(webhook.event).toBe("transaction.approved");
  // Pass webhook.body and webhook.headers to your own handler. The secret is gateway.webhooks.secret.
  expect(webhook.headers["webhook-signature"]).toMatch(/^v1,/);
});

test("a bank returns an ACH payment after three days", async () => {
  const { transaction_id: transactionId } = await pay(gateway, BANK_ACCOUNT);
  await gateway.clock.advance("3d");
  await gateway.ach.return(transactionId, "R01");
  const event = "transaction.returned";
  const { transaction } = await gateway.webhooks.next({ event, transactionId });
  expect(transaction.ach_return_code).toBe("R01");
});
