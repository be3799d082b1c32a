/** Requests that move money refuse unknown fields by name; other requests ignore them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertDetail,
  assertErrors,
  aToken,
  custom,
  type FormFields,
  openShopApp,
  type Phone,
  type TestShop,
} from "../kit/pos.ts";
import { openShared } from "../kit/shared.ts";

async function sell(phone: Phone, own: FormFields = {}): Promise<number> {
  const answer = await phone.post("/transactions/", custom("10.00", own));
  assert.equal(answer.statusCode, 201, answer.body);
  return answer.json().id;
}

async function moneyMovements({ database }: TestShop): Promise<unknown> {
  const [counts] = await database.owner.rows`
    select (select count(*) from pos_sales) as sales, (select count(*) from pos_refunds) as refunds,
      (select count(*) from transactions) as transactions,
      (select count(*) from pos_keys) as keys`;
  return counts;
}

test("a refund with a misspelled amount is refused by name and refunds nothing", async (t) => {
  const shop = await openShared(t, openShopApp);
  for (const own of [{}, { token: await aToken(shop) }]) {
    const id = await sell(shop.owner, own);
    const before = await moneyMovements(shop);
    for (const name of [
      "amount",
      "refund_amonut",
      "Refund_Amount",
      "refund-amount",
      "line_item[]",
    ]) {
      const headers = { "idempotency-key": `refund ${id} ${name}` };
      const path = `/transactions/${id}/refund`;
      const answer = await shop.owner.post(path, { [name]: "1.00" }, { headers });
      assertErrors(answer, [name]);
      const [words] = answer.json().errors[name];
      assert.equal(words, "Unknown field. Known fields: refund_amount, line_items[].", name);
    }
    assert.deepEqual(await moneyMovements(shop), before);
    const kept = (await shop.owner.get(`/transactions/${id}/`)).json();
    assert.deepEqual([kept.status, kept.refunded], ["completed", "0.00"]);
  }
});

test("a misspelled amount is refused next to a known field, in multipart and in the query string too", async (t) => {
  const { owner } = await openShared(t, openShopApp);
  const path = `/transactions/${await sell(owner)}/refund`;
  const mixed = { refund_amount: "1.00", ammount: "2.00" };
  assertErrors(await owner.post(path, mixed), ["ammount"]);
  assertErrors(await owner.post(path, { amount: "1.00" }, { isMultipart: true }), ["amount"]);
  assertErrors(await owner.post(`${path}?amount=1.00`), ["amount"]);
  const wrong = await owner.post(path, { refund_amount: "x", amount: "1.00" });
  assertErrors(wrong, ["amount"]);
  assert.equal((await owner.get(path.replace("/refund", "/"))).json().refunded, "0.00");
});

test("a sale with an unknown field is refused by name, in its lines too, and sells nothing", async (t) => {
  const shop = await openShared(t, openShopApp);
  const token = await aToken(shop);
  const before = await moneyMovements(shop);
  const names = [
    "tokn",
    "discont",
    "Tip",
    "line_items",
    "line_items[0]",
    "line_items[0][pirce]",
    "line_items[0][Quantity]",
    "line_items[0][quantity]x",
    "line_items[0",
    "line_items[7][color]",
    "items[0][name]",
  ];
  for (const name of names) {
    const answer = await shop.owner.post("/transactions/", custom("10.00", { token, [name]: "1" }));
    assertErrors(answer, [name], `${name}: ${answer.body}`);
  }
  const line = custom("10.00", { "line_items[0][qty]": "3" });
  const { errors } = (await shop.owner.post("/transactions/", line)).json();
  assert.equal(
    errors["line_items[0][qty]"][0],
    "Unknown field. Known fields: item_id, canonical_id, name, price, quantity, tax_rate_ids, notes, photo.",
  );
  const top = (await shop.owner.post("/transactions/", custom("10.00", { tipp: "3" }))).json();
  assert.equal(
    top.errors.tipp[0],
    "Unknown field. Known fields: subtotal, discount, tip, total, token, customer_email, merchant_email, line_items[n][…].",
  );
  assert.deepEqual(await moneyMovements(shop), before);
});

test("every known field of a sale and a refund is accepted in every spelling of a list", async (t) => {
  const { owner } = await openShared(t, openShopApp);
  const rate = (await owner.post("/tax-rates/", { name: "Zero", amount: "0" })).json().id;
  for (const list of ["tax_rate_ids", "tax_rate_ids][", "tax_rate_ids][0"]) {
    const id = await sell(owner, {
      discount: "0",
      tip: "0",
      customer_email: "",
      merchant_email: "",
      token: "",
      "line_items[0][quantity]": "1",
      "line_items[0][notes]": "blue",
      "line_items[0][photo]": "",
      [`line_items[0][${list}]`]: rate,
    });
    const refund = await owner.post(`/transactions/${id}/refund`, { refund_amount: "1.00" });
    assert.equal(refund.statusCode, 200, refund.body);
  }
});

test("an unknown name that looks like a card number or is very long is not repeated", async (t) => {
  const shop = await openShared(t, openShopApp);
  const id = await sell(shop.owner);
  for (const name of ["4111111111111111", `x${"y".repeat(5_000)}`, "", "a\u0000b"]) {
    const answer = await shop.owner.post(`/transactions/${id}/refund`, { [name]: "1" });
    assertErrors(answer, ["form"], name.slice(0, 20));
    const sale = await shop.owner.post("/transactions/", custom("1.00", { [name]: "1" }));
    assertErrors(sale, ["form"], name.slice(0, 20));
  }
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, "1"]));
  const answer = await shop.owner.post(`/transactions/${id}/refund`, many);
  assert.equal(answer.statusCode, 400);
  assert.ok(answer.body.length < 4_000, `${answer.body.length}`);
});

test("requests that move no money ignore unknown fields as before", async (t) => {
  const { owner } = await openShared(t, openShopApp);
  const id = await sell(owner);
  const calls: [path: string, form: FormFields, status: number][] = [
    ["/categories/", { name: "Drinks", color: "blue" }, 201],
    ["/tax-rates/", { name: "City", amount: "1", "more[0]": "x" }, 201],
    ["/items/", { name: "Tea", price: "3", color: "blue" }, 201],
    ["/account", { nmae: "x" }, 200],
    [`/transactions/${id}/receipt`, { email: "a@b.test", copy: "1" }, 200],
  ];
  for (const [path, form, status] of calls) {
    assert.equal((await owner.post(path, form)).statusCode, status, path);
  }
});

test("a file in another field than a photo is 415, and nothing is stored", async (t) => {
  const app = await openShared(t, openShopApp);
  const { owner } = app;
  const token = await aToken(app);
  const asFile = (name: string, text = "1") => ({
    files: [{ name, bytes: Buffer.from(text), fileName: "field.txt" }],
  });
  const names = ["token", "tip", "line_items[0][notes]", "line_items[0][tax_rate_ids][]"];
  const before = await moneyMovements(app);
  for (const name of [
    ...names,
    "photo",
    "line_items[0][color]",
    "receipt",
    "line_items[0][photo",
  ]) {
    const answer = await owner.post("/transactions/", custom("10.00", { token }), asFile(name));
    assertDetail(answer, 415, name);
    assert.match(answer.json().detail, /only in: line_items\[n\]\[photo\]/, name);
  }
  assert.deepEqual(await moneyMovements(app), before);
  const item = { name: "Tea", price: "3" };
  const countItems = async () => (await owner.get("/items/")).json().count;
  const countBefore = await countItems();
  for (const name of ["tax_rate_ids", "name", "picture"]) {
    assertDetail(await owner.post("/items/", item, asFile(name)), 415, name);
  }
  assert.equal(await countItems(), countBefore);
  const { id } = (await owner.post("/items/", item)).json();
  const change = await owner.call("PUT", `/items/${id}/`, { form: {}, ...asFile("price", "9") });
  assertDetail(change, 415);
  const card = await owner.post("/items/", item, asFile("4111111111111111"));
  assertDetail(card, 415);
  assert.doesNotMatch(card.body, /4111/);
});
