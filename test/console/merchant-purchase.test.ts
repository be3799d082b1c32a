/** Level 2 data and the guard against duplicates, as a merchant sees them in the console. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { updateAccount } from "../../src/core/accounts/update-account.ts";
import { ACCOUNT, CARD, openTestApp, post } from "../kit/app.ts";
import { MerchantClient } from "../kit/merchant.ts";
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

test("the virtual terminal refuses a duplicate and names the first payment", async (t) => {
  const { server, database, custody, clock, ...app } = await openTestApp(t);
  const needs = { db: database.owner, custody, clock, environment: "certification" } as const;
  const by = { actor: { kind: "system", name: "test" } } as const;
  await updateAccount(needs, ACCOUNT.account_id, { changes: { duplicateMinutes: 10 }, by });
  const client = await MerchantClient.of({ server, database, custody, clock, ...app });
  const first = await client.sell();
  const { status, body } = await client.pay();
  assert.equal(status, 409);
  assert.match(JSON.stringify(body), new RegExp(`First payment: ${first.id}\\.`));
  await client.sell({ customId: "another order" });
});
