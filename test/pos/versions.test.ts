/** Changes of the catalog, and what old sales keep. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDetail, assertErrors, catalog, type FormFields, openShopApp } from "../kit/pos.ts";
import { openShared } from "../kit/shared.ts";

test("a new name or price is a new version; old versions can be sold, and old sales keep theirs", async (t) => {
  const { owner } = await openShared(t, openShopApp);
  const { coffee, state } = await catalog(owner);
  const line = (id: number, canonical?: number): FormFields => ({
    "line_items[0][item_id]": id,
    ...(canonical === undefined ? {} : { "line_items[0][canonical_id]": canonical }),
  });
  const sold = await owner.post("/transactions/", {
    ...line(coffee.id, coffee.canonical_id),
    subtotal: "3.50",
    total: "3.80",
  });
  assert.equal(sold.statusCode, 201, sold.body);
  const same = await owner.post(`/items/${coffee.id}/`, { tax_rate_ids: state.id });
  assert.equal(same.json().id, coffee.id, "other changes make no version");
  const changed = (await owner.call("PUT", `/items/${coffee.id}`, { form: { price: "4" } })).json();
  assert.notEqual(changed.id, coffee.id);
  assert.equal(changed.canonical_id, coffee.canonical_id);
  assert.deepEqual(changed.tax_rate_ids, [state.id]);
  assert.equal((await owner.get(`/items/${coffee.id}/`)).json().price, "3.50");
  const list = (await owner.get("/items/")).json().results;
  assert.deepEqual(list.map(({ id }: { id: number }) => id).includes(coffee.id), false);
  assert.equal(
    (await owner.get(`/transactions/${sold.json().id}`)).json().line_items[0].price,
    "3.50",
  );

  const old = await owner.post("/transactions/", {
    ...line(coffee.id),
    subtotal: "3.5",
    total: "3.72",
  });
  assert.equal(old.statusCode, 201, old.body);
  const current = { "line_items[0][canonical_id]": coffee.canonical_id };
  const now = await owner.post("/transactions/", { ...current, subtotal: "4", total: "4.25" });
  assert.equal(now.json().line_items[0].item_id, changed.id);
  const conflicts: [FormFields, string][] = [
    [line(coffee.id, changed.id + 1000), "canonical_id"],
    [{ ...line(coffee.id), "line_items[0][price]": "4.00" }, "price"],
    [{ ...line(coffee.id), "line_items[0][name]": "Tea" }, "name"],
  ];
  for (const [own, part] of conflicts) {
    const answer = await owner.post("/transactions/", { ...own, subtotal: "3.5", total: "3.72" });
    assertErrors(answer, [`line_items[0][${part}]`]);
  }
  await owner.call("DELETE", `/items/${coffee.id}/`);
  assertDetail(await owner.get(`/items/${changed.id}/`), 404);
  const gone = await owner.post("/transactions/", {
    ...line(coffee.id),
    subtotal: "3.5",
    total: "3.5",
  });
  assertErrors(gone, ["line_items[0][item_id]"]);
});

test("a removed rate or category is removed from its items, and sales keep it", async (t) => {
  const { owner } = await openShared(t, openShopApp);
  const { coffee, city, drinks } = await catalog(owner);
  const form = { "line_items[0][item_id]": coffee.id, subtotal: "3.50", total: "3.80" };
  const sale = (await owner.post("/transactions/", form)).json();
  await owner.call("DELETE", `/tax-rates/${city.id}/`);
  await owner.call("DELETE", `/categories/${drinks.id}/`);
  const item = (await owner.get(`/items/${coffee.id}`)).json();
  assert.equal(item.category_id, null);
  assert.equal(item.tax_rate_ids.length, 1);
  assert.deepEqual((await owner.get(`/transactions/${sale.id}`)).json(), sale);
});

test("concurrent changes of an item are all made, one after the other", async (t) => {
  const { owner } = await openShopApp(t);
  const { coffee } = await catalog(owner);
  const one = `/items/${coffee.id}/`;
  const prices = ["4.00", "5.00", "6.00", "7.00"];
  const changes = await Promise.all(
    prices.map((price) => owner.call("PUT", one, { form: { price } })),
  );
  assert.deepEqual(
    changes.map(({ statusCode }) => statusCode),
    [200, 200, 200, 200],
  );
  assert.equal(new Set(changes.map((answer) => answer.json().id)).size, 4, "a version each");
  const [last] = changes.map((answer) => answer.json()).sort((a, b) => b.id - a.id);
  assert.deepEqual((await owner.get("/items/")).json().results[0], last);
});

test("an item that is deleted during a change is deleted", async (t) => {
  const { owner } = await openShared(t, openShopApp);
  for (let round = 0; round < 5; round++) {
    const { id } = (await owner.post("/items/", { name: "Tea", price: "3" })).json();
    const [changed, deleted] = await Promise.all([
      owner.call("PUT", `/items/${id}/`, { form: { price: "4" } }),
      owner.call("DELETE", `/items/${id}/`),
    ]);
    assert.equal(deleted.statusCode, 204, deleted.body);
    assert.ok([200, 404].includes(changed.statusCode), changed.body);
    assertDetail(await owner.get(`/items/${id}/`), 404);
  }
});

test("rates and categories can be removed while their items change", async (t) => {
  const { owner } = await openShared(t, openShopApp);
  for (let round = 0; round < 3; round++) {
    const { state, city, drinks, coffee, book } = await catalog(owner);
    const answers = await Promise.all([
      owner.call("PUT", `/items/${coffee.id}/`, { form: { price: "4" } }),
      owner.call("PUT", `/items/${book.id}/`, { form: { name: "Novel" } }),
      owner.call("DELETE", `/categories/${drinks.id}/`),
      owner.call("DELETE", `/tax-rates/${city.id}/`),
      owner.call("PUT", `/items/${coffee.id}/`, { form: { photo: "" } }),
      owner.call("DELETE", `/tax-rates/${state.id}/`),
    ]);
    const statuses = answers.map(({ statusCode }) => statusCode);
    assert.deepEqual(statuses, [200, 200, 204, 204, 200, 204]);
    const { category_id, tax_rate_ids } = (
      await owner.get(`/items/${answers[0]?.json().id}/`)
    ).json();
    assert.deepEqual([category_id, tax_rate_ids], [null, []]);
  }
});

test("tax is calculated before discount if the account is set so", async (t) => {
  const { owner } = await openShopApp(t);
  const { book } = await catalog(owner);
  const form = { "line_items[0][item_id]": book.id, subtotal: "20", discount: "4" };
  const post = (total: string) => owner.post("/transactions/", { ...form, total });
  assert.equal((await post("17.00")).statusCode, 201);
  await owner.post("/account", { tax_before_discount: "true" });
  assertErrors(await post("17.00"), ["total"]);
  assert.equal((await post("17.25")).statusCode, 201);
});
