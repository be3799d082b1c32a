/** Captures, refunds, voids and receipts in the console API. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { IdState, PaymentResult } from "../../src/interfaces/console/merchant/contract.ts";
import { openTestApp } from "../kit/app.ts";
import { CASHIER, CLINIC_OWNER, MANAGER, MerchantClient, TYPED_BANK } from "../kit/merchant.ts";
import { openShared } from "../kit/shared.ts";

test("a partial capture is made once, even if it is submitted twice", async (t) => {
  const app = await openShared(t, openTestApp);
  const client = await MerchantClient.of(app, MANAGER);
  const { id } = await client.sell({ type: "AUTHORIZATION", amountCents: 5_000 });
  assert.equal((await client.look(id)).actions.captureCents, 5_000);
  const page = await client.newId();
  const path = `/merchant/transactions/${id}/captures`;
  const press = () => client.post<PaymentResult>(path, { id: page, amountCents: 3_000 });
  for (const { body } of await Promise.all([press(), press()])) {
    assert.ok(body.kind === "approved");
    assert.equal(body.payment.amountCents, 3_000);
  }
  const { transaction, steps, actions } = await client.look(id);
  assert.deepEqual(
    [transaction.displayStatus, transaction.amountCents, transaction.type],
    ["paid", 3_000, "CAPTURE"],
  );
  assert.equal(actions.captureCents, undefined);
  assert.deepEqual(
    steps.map(({ kind, type, amountCents }) => [kind, type, amountCents]),
    [
      ["approved", "AUTHORIZATION", 5_000],
      ["approved", "CAPTURE", 3_000],
    ],
  );
  assert.equal((await client.get<IdState>(`/merchant/ids/${page}`)).body.kind, "approved");
});

test("partial refunds are possible up to the amount, and a double click refunds once", async (t) => {
  const client = await MerchantClient.of(await openShared(t, openTestApp));
  const { id } = await client.sell({ amountCents: 1_000 });
  const page = await client.newId();
  const path = `/merchant/transactions/${id}/refunds`;
  const press = () => client.post<PaymentResult>(path, { id: page, amountCents: 400 });
  const [first, second] = await Promise.all([press(), press()]);
  assert.deepEqual(first.body, second.body);
  const { transaction, related, actions } = await client.look(id);
  assert.deepEqual([transaction.refundedCents, transaction.refundBalanceCents], [400, 600]);
  assert.deepEqual([related.length, actions.refundCents, actions.reverses], [1, 600, undefined]);
  const tooMuch = await client.change(id, "refunds", { amountCents: 601 });
  assert.deepEqual(Object.keys(tooMuch.body.error.fields ?? {}), ["amountCents"]);
  assert.equal((await client.change(id, "refunds", { amountCents: 600 })).status, 200);
  const refund = await client.look(related[0]?.id ?? "");
  assert.equal(refund.original?.id, id);
});

test("a sale can be voided once before its batch", async (t) => {
  const client = await MerchantClient.of(await openShared(t, openTestApp));
  const { id } = await client.sell();
  assert.equal((await client.look(id)).actions.reverses, true);
  const { body } = await client.change(id, "reversals");
  assert.equal(body.kind, "approved");
  const { transaction, actions, steps } = await client.look(id);
  assert.deepEqual([transaction.displayStatus, actions.reverses], ["voided", undefined]);
  assert.deepEqual(
    steps.map(({ kind }) => kind),
    ["approved", "refund"],
  );
  const again = await client.change(id, "reversals");
  assert.deepEqual(
    [again.status, again.body.error.message],
    [409, "This transaction was already voided."],
  );
});

test("a declined refund releases its reserved amount", async (t) => {
  const client = await MerchantClient.of(await openShared(t, openTestApp));
  const { id } = await client.sell({ amountCents: 10_000 });
  const { body } = await client.change(id, "refunds", { amountCents: 102 });
  assert.equal(body.kind, "declined");
  const { transaction, steps } = await client.look(id);
  assert.equal(transaction.refundBalanceCents, 10_000);
  assert.ok(steps.some(({ kind }) => kind === "refund_declined"));
});

test("a capture without a response is reported as unknown, and its state can be polled", async (t) => {
  const app = await openTestApp(t, { processorTimeoutMs: 200 });
  const client = await MerchantClient.of(app);
  const { id } = await client.sell({ type: "AUTHORIZATION", amountCents: 5_000 });
  const page = await client.newId();
  const sent = { id: page, amountCents: 190 };
  const { body } = await client.post<PaymentResult>(`/merchant/transactions/${id}/captures`, sent);
  assert.equal(body.kind, "unknown");
  assert.equal((await client.get<IdState>(`/merchant/ids/${page}`)).body.kind, "unknown");
  const { transaction, pending, actions } = await client.look(id);
  assert.deepEqual([transaction.displayStatus, pending.length], ["processing", 1]);
  assert.equal(actions.captureCents, undefined);
});

test("a waiting ACH entry can only be voided in full", async (t) => {
  const client = await MerchantClient.of(await openShared(t, openTestApp));
  const { id } = await client.sell(TYPED_BANK);
  const { actions } = await client.look(id);
  assert.deepEqual(
    [actions.refundCents, actions.refundsWhole, actions.reverses],
    [1_234, true, true],
  );
  const part = await client.change(id, "refunds", { amountCents: 500 });
  assert.equal(part.status, 422);
  assert.equal((await client.change(id, "reversals")).body.kind, "approved");
});

test("a cashier can view and take payments, but not change them", async (t) => {
  const app = await openShared(t, openTestApp);
  const [owner, cashier] = [await MerchantClient.of(app), await MerchantClient.of(app, CASHIER)];
  const { id } = await owner.sell();
  const { actions } = await cashier.look(id);
  assert.deepEqual(actions, { reissues: true, sendsReceipt: true });
  for (const what of ["captures", "refunds", "reversals"]) {
    assert.equal((await cashier.change(id, what, { amountCents: 100 })).status, 403, what);
  }
});

test("transactions of another merchant can be neither viewed nor changed", async (t) => {
  const app = await openShared(t, openTestApp);
  const [owner, clinic] = [
    await MerchantClient.of(app),
    await MerchantClient.of(app, CLINIC_OWNER),
  ];
  const { id } = await owner.sell();
  assert.equal((await clinic.get(`/merchant/transactions/${id}`)).status, 404);
  assert.equal((await clinic.change(id, "refunds", { amountCents: 100 })).status, 409);
  assert.equal((await clinic.change(id, "receipts", { to: "a@example.com" })).status, 409);
  assert.equal((await owner.look(id)).transaction.refundedCents, 0);
});

test("a receipt is sent again to the given address, and audited", async (t) => {
  const app = await openTestApp(t);
  const client = await MerchantClient.of(app, CASHIER);
  const { id } = await client.sell();
  const sent = await client.change(id, "receipts", { to: "ada@example.com" });
  assert.equal(sent.status, 204);
  const { messages: told } = await client.look(id);
  assert.deepEqual(
    told.map(({ kind, to, state }) => [kind, to, state]),
    [["mail", "ada@example.com", "waiting"]],
  );
  const bad = await client.change(id, "receipts", { to: "a@example.com\r\nBcc: b@example.com" });
  assert.deepEqual(Object.keys(bad.body.error.fields ?? {}), ["to"]);
  const [act] = await app.database.owner.rows<{ count: number }>`
    select count(*)::int as count from audit_entries where action = 'payment.send_receipt'`;
  assert.equal(act?.count, 1);
  const declined = await client.pay({ amountCents: 102 });
  assert.ok(declined.body.kind === "declined");
  const none = await client.change(declined.body.payment.id, "receipts", { to: "a@example.com" });
  assert.equal(none.status, 409);
});
