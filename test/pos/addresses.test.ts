/** Fields belong in the form. In the query string they are refused, and nothing changes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { post } from "../kit/app.ts";
import {
  assertErrors,
  aToken,
  catalog,
  custom,
  logIn,
  openShopApp,
  type Phone,
} from "../kit/pos.ts";
import { openShared } from "../kit/shared.ts";

async function sell(phone: Phone, own = {}): Promise<{ id: number; line: number }> {
  const answer = await phone.post("/transactions/", custom("10.00", own));
  assert.equal(answer.statusCode, 201, answer.body);
  const { id, line_items } = answer.json();
  return { id, line: line_items[0].id };
}

test("a refund with its amount or lines in the query string is refused, and nothing is refunded", async (t) => {
  const shop = await openShared(t, openShopApp);
  for (const own of [{}, { token: await aToken(shop) }]) {
    const { id, line } = await sell(shop.owner, own);
    const refund = (query: string, form = {}) =>
      shop.owner.post(`/transactions/${id}/refund?${query}`, form);
    for (const name of ["line_items[]", "line_items%5B0%5D", "line_items", "line_items[0][id]"]) {
      assertErrors(await refund(`${name}=${line}`), ["line_items"], name);
    }
    assertErrors(await refund("refund_amount=1.00"), ["refund_amount"]);
    assertErrors(await refund("refund_amount="), ["refund_amount"]);
    assertErrors(await refund("refund_amount=1", { refund_amount: "1" }), ["refund_amount"]);
    const both = await refund(`refund_amount=1&line_items[]=${line}`);
    assertErrors(both, ["refund_amount", "line_items"]);
    assert.match(both.body, /in the request body/);
    const kept = (await shop.owner.get(`/transactions/${id}/`)).json();
    assert.deepEqual([kept.status, kept.refunded, kept.refunds], ["completed", "0.00", []]);
  }
});

test("a single-value field sent as a list is refused, because its value would be ignored", async (t) => {
  const { owner } = await openShared(t, openShopApp);
  const { id } = await sell(owner);
  for (const name of ["refund_amount[]", "refund_amount[0]"]) {
    assertErrors(await owner.post(`/transactions/${id}/refund`, { [name]: "1.00" }), [
      "refund_amount",
    ]);
  }
  const tipped = custom("10.00", { "tip[]": "1.00" });
  assertErrors(await owner.post("/transactions/", tipped), ["tip"]);
  assert.equal((await owner.get(`/transactions/${id}/`)).json().refunded, "0.00");
});

test("a single value of a line sent as a list is refused", async (t) => {
  const { owner } = await openShared(t, openShopApp);
  const form = custom("10.00", { "line_items[0][notes][]": "blue" });
  assertErrors(await owner.post("/transactions/", form), ["line_items[0][notes]"]);
  const card = custom("10.00", { "line_items[378282246310005][notes][]": "blue" });
  assertErrors(await owner.post("/transactions/", card), ["line_items"]);
});

test("a refund with only blank fields is refused, and does not refund everything", async (t) => {
  const { owner } = await openShared(t, openShopApp);
  const { id, line } = await sell(owner);
  const refund = (form: Record<string, string>) => owner.post(`/transactions/${id}/refund`, form);
  assertErrors(await refund({ refund_amount: "" }), ["refund_amount"]);
  assertErrors(await refund({ refund_amount: " " }), ["refund_amount"]);
  for (const name of ["line_items", "line_items[]", "line_items[0]"]) {
    assertErrors(await refund({ [name]: "" }), ["line_items"], name);
  }
  assertErrors(await refund({ refund_amount: "", "line_items[]": "" }), ["refund_amount"]);
  assert.equal((await owner.get(`/transactions/${id}/`)).json().refunded, "0.00");
  const given = await refund({ refund_amount: "", "line_items[]": String(line) });
  assert.equal(given.json().refunded, "10.00", given.body);
});

test("every call that writes refuses its fields in the query string", async (t) => {
  const { owner } = await openShopApp(t);
  const { state, drinks, coffee } = await catalog(owner);
  const { id } = await sell(owner);
  const user = { email: "new@books.test", role: "cashier" };
  const calls: [method: "POST" | "PUT", path: string, query: string, form: object][] = [
    ["POST", "/users/", "first_name=Ann", user],
    ["PUT", "/users/1/", "first_name=Ann", {}],
    ["POST", "/categories/", "name=Food", { name: "Drinks" }],
    ["POST", `/categories/${drinks.id}/`, "name=Food", {}],
    ["POST", "/tax-rates/", "amount=1", { name: "Town", amount: "2" }],
    ["POST", `/tax-rates/${state.id}/`, "amount=1", {}],
    ["POST", "/items/", "category_id=1", { name: "Tea", price: "2" }],
    ["PUT", `/items/${coffee.id}/`, "tax_rate_ids[]=1", {}],
    ["POST", "/transactions/", "customer_email=a@b.test", custom("10.00")],
    ["POST", `/transactions/${id}/receipt`, "email=a@b.test", { email: "c@d.test" }],
    ["POST", "/account", "receipt_email=a@b.test", {}],
  ];
  for (const [method, path, query, form] of calls) {
    const name = query.replace(/(\[\])?=.*/, "");
    const answer = await owner.call(method, `${path}?${query}`, { form: { ...form } });
    assertErrors(answer, [name], `${method} ${path}: ${answer.body}`);
  }
  const counts = ["users", "categories", "tax-rates", "items", "transactions"].map(
    async (name) => (await owner.get(`/${name}/`)).json().count,
  );
  assert.deepEqual(await Promise.all(counts), [3, 1, 2, 2, 1]);
});

test("login refuses credentials in the query string, where logs would keep them", async (t) => {
  const { server } = await openShared(t, openShopApp);
  const query = "account_id=120000000001&email=owner@books.test&passsword=certification-owner";
  const answer = await post(server, `/api/json/account/login/?${query}`, {});
  assertErrors(answer, ["account_id", "email", "passsword"]);
  assert.doesNotMatch(answer.body, /required/);
});

test("unknown query parameters are ignored, except in requests that move money", async (t) => {
  const shop = await openShared(t, openShopApp);
  const phone = await logIn(shop, "owner");
  const { id } = await sell(phone);
  const receipt = await phone.post(`/transactions/${id}/receipt?_=1&status=x`, {
    email: "a@b.test",
  });
  assert.equal(receipt.statusCode, 200, receipt.body);
  const path = `/transactions/${id}/refund`;
  assertErrors(await phone.post(`${path}?_=1&status=x`), ["_", "status"]);
  assertErrors(await phone.post(path, { token: "1" }), ["token"]);
  assert.equal((await phone.get(`/transactions/${id}/`)).json().refunded, "0.00");
});
