/** Level 2 data and the guard against duplicates, as a merchant sees them in the console. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { updateAccount } from "../../src/core/accounts/update-account.ts";
import type { PaymentResult } from "../../src/interfaces/console/merchant/contract.ts";
import { ACCOUNT, CARD, openTestApp, post, type TestApp } from "../kit/app.ts";
import { CASHIER, MerchantClient, TYPED_BANK, TYPED_CARD } from "../kit/merchant.ts";
import { PURCHASE } from "../kit/purchase.ts";

test("the page of a transaction shows its Level 2 and restaurant data", async (t) => {
  const app = await openTestApp(t);
  const sale = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "25.00" };
  const form = { ...sale, ...PURCHASE, response_format: "JSON" };
  const { transaction_id } = (await post(app.server, "/api/qsapi/3.8", form)).json();
  const client = await MerchantClient.of(app);
  const { transaction } = await client.look(transaction_id);
  assert.deepEqual(transaction.facts, [
    ["Sales tax", "1.20"],
    ["Destination ZIP", "10001-0001"],
    ["Purchase order", "PO 2026/117"],
    ["Merchant reference", "customer 9"],
    ["Server", "0123"],
    ["Tip", "2.00"],
  ]);
});

async function openGuarded(t: TestContext) {
  const app = await openTestApp(t);
  const { database, custody, clock } = app;
  const needs = { db: database.owner, custody, clock, environment: "certification" } as const;
  const by = { actor: { kind: "system", name: "test" } } as const;
  await updateAccount(needs, ACCOUNT.account_id, { changes: { duplicateMinutes: 10 }, by });
  return { app, client: await MerchantClient.of(app, CASHIER) };
}

/** The outcomes of the payments taken in the console, and whether a duplicate was allowed. */
async function listTakings({ database }: TestApp) {
  const rows = await database.owner.rows<{ after: Record<string, unknown> }>`
    select after from audit_entries where action = 'payment.take' order by id`;
  return rows.map(({ after }) => [after["outcome"], after["allowsDuplicate"] ?? false]);
}

for (const [method, typed] of [
  ["card", TYPED_CARD],
  ["bank account", TYPED_BANK],
] as const) {
  test(`the virtual terminal refuses a duplicate by ${method} with the first id, and charges anyway if asked`, async (t) => {
    const { app, client } = await openGuarded(t);
    const first = await client.sell(typed);
    const id = await client.newId();
    const press = (more: object = {}) =>
      client.post<PaymentResult>("/merchant/payments", { ...typed, id, ...more });
    const { status, body } = await press();
    assert.deepEqual([status, body.error.code], [409, "duplicate"]);
    assert.equal(body.error.firstTransactionId, first.id);
    assert.match(body.error.message, /The customer was not charged again\./);
    assert.equal((await press({ allowDuplicate: false })).status, 409);
    const anyway = () => press({ allowDuplicate: true });
    for (const pressed of await Promise.all([anyway(), anyway()])) {
      assert.ok(pressed.body.kind === "approved");
      assert.equal(pressed.body.payment.id, id, "the refusal did not spend the id");
    }
    assert.deepEqual(await listTakings(app), [
      ["approved", false],
      ["refused", false],
      ["refused", false],
      ["approved", true],
    ]);
    const again = await client.pay(typed);
    assert.equal(again.body.error.firstTransactionId, id, "it counts as the first from now on");
    await client.sell({ ...typed, customId: "another order" });
  });
}

test("the answer to a duplicate must be yes or no", async (t) => {
  const { client } = await openGuarded(t);
  const { status, body } = await client.pay({ allowDuplicate: "perhaps" });
  assert.deepEqual([status, Object.keys(body.error.fields ?? {})], [422, ["allowDuplicate"]]);
});
