/** Level 2 and restaurant data through HTTP: checked, stored, reported and handed to the card host. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { ACCOUNT, CARD, openTestApp, post, type TestApp } from "../kit/app.ts";
import { openCardHost } from "../kit/card-host.ts";
import { PURCHASE } from "../kit/purchase.ts";
import { openShared } from "../kit/shared.ts";

type Form = Record<string, string>;

const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "25.00" };
async function pay({ server }: TestApp, form: Form) {
  return (await post(server, "/api/qsapi/3.8", { response_format: "JSON", ...form })).json();
}

async function reportOf(
  { server }: TestApp,
  transaction_id: string,
): Promise<Record<string, unknown>> {
  const form = { ...ACCOUNT, transaction_id, response_format: "JSON", purchase_detail: "1" };
  const answer = (await post(server, "/api/rsapi/3.8", form)).json();
  return Object.fromEntries(
    Object.keys(PURCHASE).map((name) => [name, answer.transactions[0]?.[name]]),
  );
}

const REPORTED = { ...PURCHASE, level2_tax: 1.2, restaurant_gratuity: 2 };

test("Level 2 and restaurant data are stored and reported", async (t) => {
  const app = await openShared(t, openTestApp);
  const { transaction_id, error } = await pay(app, { ...SALE, ...PURCHASE });
  assert.equal(error, false);
  assert.deepEqual(await reportOf(app, transaction_id), REPORTED);
});

test("a value of the wrong form is 31311, and nothing is charged", async (t) => {
  const app = await openShared(t, openTestApp);
  for (const [name, value, message] of [
    ["level2_tax", "1.234", "is not valid"],
    ["level2_tax", "-1", "is not valid"],
    ["level2_tax", "25.01", "is not valid"],
    ["level2_zip", "1".repeat(11), "exceeds the maximum size of 10"],
    ["level2_order_id", "x".repeat(18), "exceeds the maximum size of 17"],
    ["level2_order_id", "4111111111111111", "is not valid"],
    ["level2_merchant_reference", "x".repeat(18), "exceeds the maximum size of 17"],
    ["restaurant_server_id", "Ada", "is not valid"],
    ["restaurant_server_id", "1".repeat(13), "exceeds the maximum size of 12"],
    ["restaurant_gratuity", "two", "is not valid"],
  ] as const) {
    const answer = await pay(app, { ...SALE, [name]: value });
    assert.deepEqual([answer.error_code, answer.error_msg], [31311, `${name} ${message}`], value);
  }
});

test("tax and gratuity together are at most the amount", async (t) => {
  const app = await openShared(t, openTestApp);
  const whole = { level2_tax: "5.00", restaurant_gratuity: "20.00" };
  assert.equal((await pay(app, { ...SALE, ...whole })).error_code, 0);
  const more = await pay(app, { ...SALE, ...whole, restaurant_gratuity: "20.01" });
  assert.equal(more.error_msg, "level2_tax is not valid");
});

async function openWithHost(t: TestContext) {
  const host = await openCardHost(t);
  const app = await openTestApp(t, { cardHostUrl: host.url });
  const purchases = () =>
    host.asked("orders").map((order) => [order["transaction_type"], order["purchase"]]);
  return { app, purchases };
}

test("the card host gets the data with the order, and nothing if there is none", async (t) => {
  const { app, purchases } = await openWithHost(t);
  await pay(app, { ...SALE, ...PURCHASE });
  await pay(app, SALE);
  assert.deepEqual(purchases(), [
    [
      "SALE",
      {
        tax_cents: 120,
        destination_zip: "10001-0001",
        order_id: "PO 2026/117",
        merchant_reference: "customer 9",
        server_id: "0123",
        gratuity_cents: 200,
      },
    ],
    ["SALE", undefined],
  ]);
});

test("a capture adds the tip, and keeps what the authorization had", async (t) => {
  const { app, purchases } = await openWithHost(t);
  const { transaction_id: token_id } = await pay(app, {
    ...SALE,
    transaction_type: "AUTHORIZATION",
    level2_tax: "1.20",
    restaurant_server_id: "7",
  });
  const capture = { ...ACCOUNT, transaction_type: "CAPTURE", token_id, transaction_amount: "12" };
  const answer = await pay(app, { ...capture, restaurant_gratuity: "2.00" });
  assert.equal(answer.authorization_message, "CAPTURED");
  assert.deepEqual(purchases()[1], [
    "CAPTURE",
    { tax_cents: 120, server_id: "7", gratuity_cents: 200 },
  ]);
  const { level2_tax, restaurant_server_id, restaurant_gratuity } = await reportOf(app, token_id);
  assert.deepEqual([level2_tax, restaurant_server_id, restaurant_gratuity], [1.2, "7", 2]);
});

test("a refund keeps the references of its payment, but not the tax and the tip", async (t) => {
  const { app, purchases } = await openWithHost(t);
  const { transaction_id: token_id } = await pay(app, { ...SALE, ...PURCHASE });
  const refund = { ...ACCOUNT, transaction_type: "REFUND", token_id, transaction_amount: "10.00" };
  const { transaction_id } = await pay(app, { ...refund, level2_tax: "0.50" });
  const { level2_tax, level2_order_id, restaurant_gratuity } = await reportOf(app, transaction_id);
  assert.deepEqual([level2_tax, level2_order_id, restaurant_gratuity], [0.5, "PO 2026/117", ""]);
  assert.deepEqual(purchases()[1], [
    "REFUND",
    {
      tax_cents: 50,
      destination_zip: "10001-0001",
      order_id: "PO 2026/117",
      merchant_reference: "customer 9",
      server_id: "0123",
    },
  ]);
});

test("a reversal tells the card host nothing about the purchase", async (t) => {
  const { app, purchases } = await openWithHost(t);
  const { transaction_id: token_id } = await pay(app, { ...SALE, ...PURCHASE });
  await pay(app, { ...ACCOUNT, transaction_type: "REVERSAL", token_id });
  assert.deepEqual(purchases()[1], ["REVERSAL", undefined]);
});

test("the same id with another tax is another request", async (t) => {
  const app = await openShared(t, openTestApp);
  const ask = { ...ACCOUNT, action: "GET_TRANSACTION_ID", response_format: "JSON" };
  const { transaction_id } = (await post(app.server, "/api/tsapi/3.8", ask)).json();
  const first = await pay(app, { ...SALE, transaction_id, level2_tax: "1.20" });
  assert.equal(first.error_code, 0);
  const again = await pay(app, { ...SALE, transaction_id, level2_tax: "1.20" });
  assert.equal(again.authorization_code, first.authorization_code);
  const other = await pay(app, { ...SALE, transaction_id, level2_tax: "1.30" });
  assert.equal(other.error_code, 20008);
});
