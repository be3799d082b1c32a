/** Tax and gratuity through HTTP: they are parts of the amount, also when it is known later. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { ACCOUNT, CARD, openTestApp, post, type TestApp } from "../kit/app.ts";
import { BANK } from "../kit/bank.ts";
import { openCardHost } from "../kit/card-host.ts";
import { openShared } from "../kit/shared.ts";

type Form = Record<string, string>;

const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "25.00" };
const AUTHORIZATION = { ...SALE, transaction_type: "AUTHORIZATION" };
const CAPTURE = { ...ACCOUNT, transaction_type: "CAPTURE" };
const REFUND = { ...ACCOUNT, transaction_type: "REFUND" };
const PARTS = { level2_tax: "5.00", restaurant_gratuity: "4.00" };

async function send({ server }: TestApp, form: Form) {
  return post(server, "/api/qsapi/3.8", { response_format: "JSON", ...form });
}

async function pay(app: TestApp, form: Form) {
  return (await send(app, form)).json();
}

async function reportParts({ server }: TestApp, transaction_id: string) {
  const form = { ...ACCOUNT, transaction_id, response_format: "JSON", purchase_detail: "1" };
  const { transactions } = (await post(server, "/api/rsapi/3.8", form)).json();
  const { transaction_amount, level2_tax, restaurant_gratuity } = transactions[0];
  return [transaction_amount, level2_tax, restaurant_gratuity];
}

async function openWithHost(t: TestContext, partCents?: number) {
  const host = await openCardHost(t, () => ({
    outcome: "approved",
    authorization_code: "OK1234",
    ...(partCents !== undefined && { amount_cents: partCents }),
  }));
  const app = await openTestApp(t, { cardHostUrl: host.url });
  const orders = () =>
    host.asked("orders").map((order) => {
      const { tax_cents, gratuity_cents } = (order["purchase"] ?? {}) as Record<string, unknown>;
      return [order["transaction_type"], order["amount_cents"], tax_cents, gratuity_cents];
    });
  return { app, orders };
}

test("a capture drops tax and tip of the authorization that do not fit into its amount", async (t) => {
  const { app, orders } = await openWithHost(t);
  const { transaction_id: token_id } = await pay(app, { ...AUTHORIZATION, ...PARTS });
  const answer = await pay(app, { ...CAPTURE, token_id, transaction_amount: "3.00" });
  assert.equal(answer.error_code, 0);
  assert.deepEqual(orders()[1], ["CAPTURE", 300, undefined, undefined]);
  assert.deepEqual(await reportParts(app, token_id), [3, "", ""]);
});

test("a capture keeps the tax before the tip, and a tip that fits beside it", async (t) => {
  const { app, orders } = await openWithHost(t);
  for (const [amount, tax, tip] of [
    [900, 500, 400],
    [899, 500, undefined],
    [450, undefined, 400],
  ]) {
    const { transaction_id: token_id } = await pay(app, { ...AUTHORIZATION, ...PARTS });
    const transaction_amount = ((amount ?? 0) / 100).toFixed(2);
    await pay(app, { ...CAPTURE, token_id, transaction_amount });
    assert.deepEqual(orders().at(-1), ["CAPTURE", amount, tax, tip]);
  }
});

test("a capture keeps the tip that it sends, and drops a tax that does not fit beside it", async (t) => {
  const { app, orders } = await openWithHost(t);
  const authorized = await pay(app, { ...AUTHORIZATION, level2_tax: "20.00" });
  const { transaction_id: token_id } = authorized;
  const whole = { token_id, transaction_amount: "25.00", restaurant_gratuity: "25.00" };
  assert.equal((await pay(app, { ...CAPTURE, ...whole })).error_code, 0);
  assert.deepEqual(orders()[1], ["CAPTURE", 2_500, undefined, 2_500]);
  assert.deepEqual(await reportParts(app, token_id), [25, "", 25]);
});

test("a refund without an amount refuses tax and tip that are more than what it refunds", async (t) => {
  const { app, orders } = await openWithHost(t);
  const { transaction_id: token_id } = await pay(app, SALE);
  for (const [name, value] of [
    ["level2_tax", "999.00"],
    ["level2_tax", "25.01"],
    ["restaurant_gratuity", "25.01"],
  ] as const) {
    const answer = await send(app, { ...REFUND, token_id, [name]: value });
    const { error_code, error_msg } = answer.json();
    assert.deepEqual([error_code, error_msg], [31311, `${name} is not valid`]);
    assert.match(String(answer.headers["x-error-detail"]), /part of transaction_amount/);
  }
  assert.equal(orders().length, 1, "only the sale");
  const refund = await pay(app, { ...REFUND, token_id, level2_tax: "25.00" });
  assert.equal(refund.error_code, 0);
  assert.deepEqual(orders()[1], ["REFUND", 2_500, 2_500, undefined]);
});

test("after a part refund, tax and tip are compared with what is left", async (t) => {
  const app = await openShared(t, openTestApp);
  const { transaction_id: token_id } = await pay(app, SALE);
  await pay(app, { ...REFUND, token_id, transaction_amount: "20.00" });
  assert.equal((await pay(app, { ...REFUND, token_id, level2_tax: "5.01" })).error_code, 31311);
  assert.equal((await pay(app, { ...REFUND, token_id, level2_tax: "5.00" })).error_code, 0);
});

test("a refused tax spends neither the id nor the amount of the refund", async (t) => {
  const app = await openShared(t, openTestApp);
  const { transaction_id: token_id } = await pay(app, SALE);
  const ask = { ...ACCOUNT, action: "GET_TRANSACTION_ID", response_format: "JSON" };
  const { transaction_id } = (await post(app.server, "/api/tsapi/3.8", ask)).json();
  const refund = { ...REFUND, token_id, transaction_id };
  assert.equal((await pay(app, { ...refund, level2_tax: "26.00" })).error_code, 31311);
  const refunded = await pay(app, refund);
  assert.deepEqual([refunded.error_code, refunded.transaction_amount], [0, 25]);
});

test("a partial approval keeps tax and tip that fit into the approved amount", async (t) => {
  const { app, orders } = await openWithHost(t, 450);
  const { transaction_id } = await pay(app, { ...SALE, ...PARTS, allow_partial: "1" });
  assert.deepEqual(orders()[0], ["SALE", 2_500, 500, 400]);
  assert.deepEqual(await reportParts(app, transaction_id), [4.5, "", 4]);
});

test("a STORE without an amount refuses a tax or a tip, and one with an amount keeps none", async (t) => {
  const app = await openShared(t, openTestApp);
  const { transaction_amount, ...bare } = SALE;
  for (const source of [bare, { ...ACCOUNT, ...BANK }]) {
    const store = { ...source, transaction_type: "STORE" };
    for (const name of ["level2_tax", "restaurant_gratuity"]) {
      const { error_code, error_msg } = await pay(app, { ...store, [name]: "0.01" });
      assert.deepEqual([error_code, error_msg], [31311, `${name} is not valid`]);
    }
    const { transaction_id, error_code } = await pay(app, { ...store, level2_tax: "0.00" });
    assert.equal(error_code, 0);
    assert.deepEqual(await reportParts(app, transaction_id), [0, "", ""]);
    const priced = await pay(app, { ...store, transaction_amount, ...PARTS });
    assert.deepEqual(await reportParts(app, priced.transaction_id), [0, "", ""]);
  }
});

test("amounts of a report in JSON are numbers, also tax and tip", async (t) => {
  const app = await openShared(t, openTestApp);
  const { transaction_id } = await pay(app, { ...SALE, ...PARTS });
  assert.deepEqual(await reportParts(app, transaction_id), [25, 5, 4]);
});

test("a text of spaces is as if it had not been sent, and spaces around a text are removed", async (t) => {
  const app = await openShared(t, openTestApp);
  const sent = { level2_order_id: "  ", level2_merchant_reference: " c 9 ", level2_zip: " 10001 " };
  const { transaction_id } = await pay(app, { ...SALE, ...sent });
  const form = { ...ACCOUNT, transaction_id, response_format: "JSON", purchase_detail: "1" };
  const [row] = (await post(app.server, "/api/rsapi/3.8", form)).json().transactions;
  const { level2_order_id, level2_merchant_reference, level2_zip } = row;
  assert.deepEqual([level2_order_id, level2_merchant_reference, level2_zip], ["", "c 9", "10001"]);
});

test("a ZIP code has letters, digits, spaces and hyphens only", async (t) => {
  const app = await openShared(t, openTestApp);
  for (const level2_zip of ["K1A 0B1", "10001-0001"]) {
    assert.equal((await pay(app, { ...SALE, level2_zip })).error_code, 0);
  }
  for (const level2_zip of ["🍕🍕", "10001;", "١٢٣٤٥"]) {
    const answer = await send(app, { ...SALE, level2_zip });
    const { error_code, error_msg } = answer.json();
    assert.deepEqual([error_code, error_msg], [31311, "level2_zip is not valid"]);
    assert.match(String(answer.headers["x-error-detail"]), /letters, digits, spaces and hyphens/);
  }
});
