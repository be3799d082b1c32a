/** Receipt emails for the customer and the shop. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { emailsTo } from "../kit/emails.ts";
import { assertDetail, assertErrors, aToken, custom, openShopApp } from "../kit/pos.ts";
import { openShared } from "../kit/shared.ts";

test("a sale emails a receipt to customer and merchant with all lines, in the shop's time zone", async (t) => {
  const shop = await openShopApp(t);
  shop.clock.set("2026-11-15T03:30:00Z");
  const token = await aToken(shop);
  await shop.owner.post("/account", { name: "Bücher & <Söhne>" });
  const rate = (
    await shop.owner.post("/tax-rates/", { name: "Sales tax", amount: "8.875" })
  ).json();
  const answer = await shop.owner.post("/transactions/", {
    "line_items[0][name]": "Dictionary <b>",
    "line_items[0][price]": "20.00",
    "line_items[0][quantity]": "2",
    "line_items[0][notes]": "gift",
    "line_items[0][tax_rate_ids]": rate.id,
    subtotal: "40.00",
    discount: "4.00",
    tip: "2.50",
    total: "41.70",
    token,
    customer_email: "ann@customer.test",
    merchant_email: "desk@books.test",
  });
  assert.equal(answer.statusCode, 201, answer.body);
  const sale = answer.json();
  const [message, ...others] = await emailsTo(shop, "ann@customer.test");
  assert.equal(others.length, 0);
  assert.equal((await emailsTo(shop, "desk@books.test")).length, 1);
  assert.equal(message?.subject, "Receipt: $41.70, Bücher & <Söhne>");
  const rows: readonly [string, string][] = [
    ["Date", "Nov 14, 2026, 10:30 PM ET"],
    ["2 × Dictionary <b> (gift)", "$40.00"],
    ["Subtotal", "$40.00"],
    ["Discount", "−$4.00"],
    ["Sales tax 8.875%", "$3.20"],
    ["Tip", "$2.50"],
    ["Total", "$41.70"],
    ["Paid with", "Visa ending in 1111"],
    ["Receipt number", String(sale.id)],
    ["Transaction ID", sale.transaction_id],
  ];
  const lines = message?.text.split("\n") ?? [];
  for (const [label, value] of rows) {
    const line = lines.find((one) => one.startsWith(`${label}  `));
    assert.equal(line?.slice(label.length).trim(), value, label);
    const escaped = (text: string) => text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
    assert.ok(message?.html.includes(`>${escaped(label)}<`), label);
    assert.ok(message?.html.includes(`>${escaped(value)}<`), value);
  }
  assert.ok(message?.html.includes("Bücher &amp; &lt;Söhne&gt;"));
  assert.ok(!message?.html.includes("<b>"));
});

test("a receipt can be emailed again to any address, and shows refunds", async (t) => {
  const shop = await openShared(t, openShopApp);
  const { id } = (await shop.owner.post("/transactions/", custom("5.00"))).json();
  const path = `/transactions/${id}/receipt`;
  for (const isMultipart of [false, true]) {
    const answer = await shop.owner.post(path, { email: "bob@customer.test" }, { isMultipart });
    assert.deepEqual([answer.statusCode, answer.json()], [200, { id, email: "bob@customer.test" }]);
  }
  await shop.owner.post(`/transactions/${id}/refund`, { refund_amount: "2.00" });
  await shop.owner.post(`${path}/`, { email: "bob@customer.test" });
  const emails = await emailsTo(shop, "bob@customer.test");
  // The emails of a cash sale may arrive in any order.
  const refunded = emails.filter(({ text }) => /Refunded +\$2\.00/.test(text));
  assert.deepEqual([emails.length, refunded.length], [3, 1]);
  for (const { text } of emails) assert.match(text, /Paid with +Cash/);
  assertErrors(await shop.owner.post(path), ["email"]);
  assertErrors(await shop.owner.post(path, { email: "a@b,c@d" }), ["email"]);
  assertErrors(await shop.owner.post(path, { email: "a@b\r\nBcc: x@y.test" }), ["email"]);
  assertDetail(await shop.owner.post("/transactions/999999/receipt", { email: "a@b.test" }), 404);
});

test("a declined sale has no receipt", async (t) => {
  const shop = await openShared(t, openShopApp);
  const form = custom("1.01", { token: await aToken(shop), customer_email: "ann@customer.test" });
  assertDetail(await shop.owner.post("/transactions/", form), 402);
  assert.deepEqual(await emailsTo(shop, "ann@customer.test"), []);
});
