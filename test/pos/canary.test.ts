/** Card numbers and tracks sent in any field of the point of sale are not stored. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { canaries } from "../kit/canaries.ts";
import { custom, type FormFields, openShopApp } from "../kit/pos.ts";

const FIELDS: readonly [path: string, fresh: FormFields, fields: readonly string[]][] = [
  ["/categories/", { name: "A" }, ["name"]],
  ["/tax-rates/", { name: "A", amount: "1" }, ["name", "amount"]],
  ["/items/", { name: "A", price: "1" }, ["name", "price", "category_id", "tax_rate_ids", "photo"]],
  ["/users/", { email: "a@b.test", role: "cashier" }, ["email", "role", "first_name", "last_name"]],
  ["/account", {}, ["name", "receipt_email", "time_zone"]],
  [
    "/transactions/",
    custom("5.00"),
    [
      "subtotal",
      "total",
      "tip",
      "discount",
      "token",
      "customer_email",
      "merchant_email",
      "line_items[0][name]",
      "line_items[0][notes]",
      "line_items[0][price]",
      "line_items[0][quantity]",
      "line_items[0][item_id]",
      "line_items[0][tax_rate_ids]",
      "something_unknown",
    ],
  ],
];

const TABLES = [
  "request_log",
  "audit_entries",
  "outbox",
  "pos_users",
  "pos_categories",
  "pos_tax_rates",
  "pos_items",
  "pos_sales",
  "pos_sale_lines",
  "pos_terms",
  "pos_term_starts",
];

test("card numbers and tracks in any field are found nowhere afterwards", async (t) => {
  const shop = await openShopApp(t);
  const birds = canaries(4);
  for (const { text } of birds) {
    for (const [path, fresh, fields] of FIELDS) {
      for (const field of fields) await shop.owner.post(path, { ...fresh, [field]: text });
    }
    const q = encodeURIComponent(text);
    await shop.owner.get(`/transactions/?q=${q}&status=${q}`);
    await shop.owner.post("/transactions/", custom("5.00"), {
      headers: { "idempotency-key": text },
    });
  }
  await shop.flush();
  for (const table of TABLES) {
    const [row] = await shop.database.owner.rows<{ all: string }>`
      select query_to_xml(format('select * from %I', ${table}::text), true, false, '')::text as all`;
    for (const { needle } of birds) assert.ok(!row?.all.includes(needle), `${needle} in ${table}`);
  }
});
