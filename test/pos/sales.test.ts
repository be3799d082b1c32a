/** Sales: lines, sums, cash and cards. A refused sale stores nothing. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertDetail,
  assertErrors,
  aToken,
  catalog,
  custom,
  type FormFields,
  openShopApp,
  type TestShop,
} from "../kit/pos.ts";
import { openShared } from "../kit/shared.ts";

async function storedSales({ database }: TestShop): Promise<number> {
  const [row] = await database.owner.rows<{ count: string }>`
    select (select count(*) from pos_sales) + (select count(*) from pos_sale_lines)
      + (select count(*) from pos_photos) + (select count(*) from pos_keys)
      + (select count(*) from issued_ids) + (select count(*) from pos_sale_terms) as count`;
  return Number(row?.count);
}

test("lines may have any numbers and are sorted by them", async (t) => {
  const { owner } = await openShared(t, openShopApp);
  const line = (place: string) => ({
    [`line_items[${place}][name]`]: place,
    [`line_items[${place}][price]`]: "1",
  });
  const form = {
    ...line("1795000000000"),
    ...line("1000000"),
    ...line("999999999999999"),
    ...line("0"),
  };
  const answer = await owner.post("/transactions/", { ...form, subtotal: "4", total: "4" });
  assert.equal(answer.statusCode, 201, answer.body);
  assert.deepEqual(
    answer.json().line_items.map(({ name }: { name: string }) => name),
    ["0", "1000000", "1795000000000", "999999999999999"],
  );
  for (const place of ["1000000000000000", "378282246310005", "00", "-1", "a"]) {
    const refused = await owner.post("/transactions/", {
      ...line(place),
      subtotal: "1",
      total: "1",
    });
    assertErrors(refused, ["line_items"]);
  }
});

test("a cash sale of catalog and custom lines has exact sums", async (t) => {
  const shop = await openShared(t, openShopApp);
  const { state, city, coffee, book, drinks } = await catalog(shop.owner);
  // 2 × 3.50 + 20.00 + 3 × 1.99 = 32.97, minus 3.00. Tax: state 6.25 % of all, city 2.375 % of coffee.
  const form = {
    "line_items[7][name]": "Gift wrap",
    "line_items[7][price]": "1.99",
    "line_items[7][quantity]": "3",
    "line_items[7][notes]": "red\npaper",
    "line_items[7][tax_rate_ids][]": [state.id],
    "line_items[2][item_id]": book.id,
    "line_items[2][canonical_id]": book.canonical_id,
    "line_items[0][quantity]": "2",
    "line_items[0][canonical_id]": coffee.canonical_id,
    subtotal: "32.97",
    discount: "3",
    tip: "1.5",
    total: "33.48",
  };
  const wrong = await shop.owner.post("/transactions/", form);
  assertErrors(wrong, ["total"]);
  assert.deepEqual(wrong.json().errors, {
    total: ["Expected 33.49, computed from the line items."],
  });
  const answer = await shop.owner.post("/transactions/", { ...form, total: "33.49" });
  assert.equal(answer.statusCode, 201, answer.body);
  const sale = answer.json();
  assert.equal(answer.headers.location, `/api/json/transactions/${sale.id}/`);
  assert.deepEqual(
    sale.line_items.map(({ name, quantity, amount }: Record<string, unknown>) => [
      name,
      quantity,
      amount,
    ]),
    [
      ["Coffee", 2, "7.00"],
      ["Book", 1, "20.00"],
      ["Gift wrap", 3, "5.97"],
    ],
  );
  assert.equal(sale.line_items[0].category_id, drinks.id);
  assert.equal(sale.line_items[2].notes, "red\npaper");
  assert.deepEqual(
    sale.taxes.map(({ tax_rate_id, amount, tax }: Record<string, unknown>) => [
      tax_rate_id,
      amount,
      tax,
    ]),
    // (32.97 − 3.00) × 6.25 % = 1.873; 7.00 × 29.97/32.97 × 2.375 % = 0.1511.
    [
      [state.id, "6.25", "1.87"],
      [city.id, "2.375", "0.15"],
    ],
  );
  assert.equal(sale.total, "33.49");
  assert.deepEqual(
    [sale.status, sale.payment_method, sale.transaction_id, sale.tip, sale.discount, sale.tax],
    ["completed", "cash", null, "1.50", "3.00", "2.02"],
  );
  assert.deepEqual((await shop.owner.get(`/transactions/${sale.id}`)).json(), sale);
});

test("a blank field of a catalog line counts as absent", async (t) => {
  const { owner } = await openShared(t, openShopApp);
  const { coffee } = await catalog(owner);
  const blank = ["canonical_id", "name", "price", "quantity", "tax_rate_ids", "notes", "photo"];
  const answer = await owner.post("/transactions/", {
    ...Object.fromEntries(blank.map((part) => [`line_items[0][${part}]`, ""])),
    "line_items[0][item_id]": coffee.id,
    subtotal: "3.50",
    // 3.50 × 6.25 % and × 2.375 %, each rounded.
    total: "3.80",
  });
  assert.equal(answer.statusCode, 201, answer.body);
});

test("a card is charged once, and the sale has the gateway's transaction id", async (t) => {
  const shop = await openShared(t, openShopApp);
  const token = await aToken(shop);
  for (const isMultipart of [false, true]) {
    const form = custom("12.34", { token, customer_email: "ann@customer.test" });
    const answer = await shop.owner.post("/transactions/", form, { isMultipart });
    assert.equal(answer.statusCode, 201, answer.body);
    const sale = answer.json();
    assert.deepEqual(
      [sale.status, sale.payment_method, sale.card_brand, sale.last4],
      ["completed", "card", "VISA", "1111"],
    );
    const rows = await shop.database.owner.rows<Record<string, unknown>>`
      select id::text, transaction_type, state, amount_cents, cashier, email, custom_id
      from transactions where id = ${sale.transaction_id}`;
    assert.deepEqual(rows, [
      {
        id: sale.transaction_id,
        transaction_type: "SALE",
        state: "sold",
        amount_cents: 1_234,
        cashier: "owner@books.test",
        email: "ann@customer.test",
        custom_id: `POS sale ${sale.id}`,
      },
    ]);
  }
});

test("a declined card is 402, and the sale is stored as declined", async (t) => {
  const shop = await openShared(t, openShopApp);
  const token = await aToken(shop);
  const answer = await shop.owner.post("/transactions/", custom("1.02", { token }));
  assertDetail(answer, 402);
  assert.equal(answer.json().detail, "INSUFFICIENT FUNDS");
  const path = String(answer.headers.location).replace("/api/json", "");
  const sale = (await shop.owner.get(path)).json();
  assert.deepEqual([sale.status, sale.message], ["declined", "INSUFFICIENT FUNDS"]);
  assertErrors(await shop.owner.post(`${path}refund`), ["refund_amount"]);
  assertErrors(await shop.owner.post(`${path}receipt`, { email: "a@b.test" }), ["email"]);
});

test("an unreachable card host is 503, and nothing is charged", async (t) => {
  const shop = await openShared(t, openShopApp);
  const answer = await shop.owner.post(
    "/transactions/",
    custom("1.92", { token: await aToken(shop) }),
  );
  assertDetail(answer, 503);
  const path = String(answer.headers.location).replace("/api/json", "");
  assert.equal((await shop.owner.get(path)).json().status, "failed");
});

const BAD_SALES: readonly [what: string, own: FormFields, fields: readonly string[]][] = [
  ["no lines", { subtotal: "0", total: "0" }, ["line_items"]],
  ["a bad number of a line", { "line_items[x][name]": "A" }, ["line_items"]],
  ["a line number with zeros", { "line_items[00][name]": "A" }, ["line_items"]],
  ["a line without anything", { "line_items[1][notes]": "red" }, ["[1][name]", "[1][price]"]],
  ["a line without a price", { "line_items[1][name]": "A" }, ["[1][price]"]],
  ["quantity 0", { "line_items[0][quantity]": "0" }, ["[0][quantity]"]],
  ["quantity 1.5", { "line_items[0][quantity]": "1.5" }, ["[0][quantity]"]],
  ["a price of three decimals", { "line_items[0][price]": "1.001" }, ["[0][price]"]],
  ["a negative price", { "line_items[0][price]": "-1" }, ["[0][price]"]],
  ["a name that is a card", { "line_items[0][name]": "4111111111111111" }, ["[0][name]"]],
  ["notes with a card", { "line_items[0][notes]": "x 4111-1111-1111-1111" }, ["[0][notes]"]],
  ["an unknown item", { "line_items[1][item_id]": "999999" }, ["[1][item_id]"]],
  ["an unknown canonical item", { "line_items[1][canonical_id]": "99" }, ["[1][canonical_id]"]],
  ["an unknown rate", { "line_items[0][tax_rate_ids]": "99" }, ["[0][tax_rate_ids]"]],
  ["a rate that is none", { "line_items[0][tax_rate_ids]": "a" }, ["[0][tax_rate_ids]"]],
  ["text for a photo", { "line_items[0][photo]": "x" }, ["[0][photo]"]],
  ["another subtotal", { subtotal: "4.99" }, ["subtotal"]],
  ["another total", { total: "5.01" }, ["total"]],
  ["another subtotal and total", { subtotal: "4.99", total: "4.99" }, ["subtotal", "total"]],
  [
    "a subtotal and a discount over all",
    { subtotal: "9.00", discount: "5.01", total: "3.99" },
    ["subtotal", "discount"],
  ],
  ["rates in another spelling", { "line_items[0][tax_rate_ids][a]": "1" }, ["[0][tax_rate_ids]"]],
  ["a discount over all", { discount: "5.01", total: "0" }, ["discount"]],
  ["amounts that are none", { tip: "1,5", discount: "x", total: "" }, ["tip", "discount", "total"]],
  [
    "emails that are none",
    { customer_email: "a", merchant_email: "a@b,c@d" },
    ["customer_email", "merchant_email"],
  ],
  ["a token that is none", { token: "abc" }, ["token"]],
  ["a token nobody has", { token: "323000000099" }, ["token"]],
  ["a field twice", { subtotal: ["5.00", "5.00"] }, ["subtotal"]],
];

test("invalid input lists its fields, and nothing is stored", async (t) => {
  const shop = await openShared(t, openShopApp);
  const token = await aToken(shop);
  const before = await storedSales(shop);
  for (const isMultipart of [false, true]) {
    for (const [what, own, fields] of BAD_SALES) {
      const base = what === "no lines" ? {} : custom("5.00");
      const form = { ...base, ...own };
      const answer = await shop.owner.post("/transactions/", form, { isMultipart });
      const names = fields.map((field) => (field.startsWith("[") ? `line_items${field}` : field));
      assertErrors(answer, names, what);
    }
    const free = custom("0.00", { token });
    assertErrors(await shop.owner.post("/transactions/", free, { isMultipart }), ["token"]);
    const lines = Array.from({ length: 101 }, (_, n) => [
      [`line_items[${n}][name]`, "A"],
      [`line_items[${n}][price]`, "1"],
    ]).flat();
    const many = { subtotal: "101", total: "101", ...Object.fromEntries(lines) };
    assertErrors(await shop.owner.post("/transactions/", many, { isMultipart }), ["line_items"]);
  }
  for (const key of ["x".repeat(256), "4111111111111111"]) {
    const headers = { "idempotency-key": key };
    const answer = await shop.owner.post("/transactions/", custom("5.00"), { headers });
    assertErrors(answer, ["Idempotency-Key"], key);
  }
  assert.equal(await storedSales(shop), before);
  const expected = (
    await shop.owner.post("/transactions/", { ...custom("5.00"), total: "9" })
  ).json();
  assert.deepEqual(expected.errors, { total: ["Expected 5.00, computed from the line items."] });
});

test("an account without a card processor can sell for cash only", async (t) => {
  const shop = await openShopApp(t);
  const token = await aToken(shop);
  await shop.database.owner.rows`update accounts set card_processor = null`;
  assertErrors(await shop.owner.post("/transactions/", custom("5.00", { token })), ["token"]);
  assert.equal((await shop.owner.post("/transactions/", custom("5.00"))).statusCode, 201);
});
