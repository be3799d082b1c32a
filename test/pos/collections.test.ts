/** The collections of the point of sale: all calls, both kinds of forms, pages, roles, tenants. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  assertDetail,
  assertErrors,
  aToken,
  custom,
  type FormFields,
  logIn,
  openShopApp,
  type Phone,
} from "../kit/pos.ts";
import { openShared } from "../kit/shared.ts";

const JSON_TYPE = "application/json; charset=UTF-8";

interface Resource {
  readonly name: string;
  readonly fresh: FormFields;
  readonly record: Record<string, unknown>;
  readonly change: FormFields;
  readonly changed: Record<string, unknown>;
}

const RESOURCES: readonly Resource[] = [
  {
    name: "users",
    fresh: { email: "new@books.test", role: "cashier", password: "twelve-letters" },
    record: { first_name: "", last_name: "", email: "new@books.test", role: "cashier" },
    change: { role: "manager", first_name: "Zoë" },
    changed: { first_name: "Zoë", email: "new@books.test", role: "manager", is_active: true },
  },
  {
    name: "categories",
    fresh: { name: "Drinks & snacks" },
    record: { name: "Drinks & snacks" },
    change: { name: "Drinks" },
    changed: { name: "Drinks" },
  },
  {
    name: "tax-rates",
    fresh: { name: "State", amount: "8.875" },
    record: { name: "State", amount: "8.875" },
    change: { amount: "9" },
    changed: { name: "State", amount: "9" },
  },
  {
    name: "items",
    fresh: { name: "Coffee", price: "3.5" },
    record: {
      name: "Coffee",
      price: "3.50",
      category_id: null,
      tax_rate_ids: [],
      photo_url: null,
    },
    change: { category_id: "" },
    changed: { name: "Coffee", price: "3.50", category_id: null },
  },
];

for (const { name, fresh, record, change, changed } of RESOURCES) {
  test(`${name}: list, create, view, update by PUT and POST, delete`, async (t) => {
    const shop = await openShared(t, openShopApp);
    for (const isMultipart of [false, true]) {
      for (const slash of ["/", ""]) {
        const made = await shop.owner.post(`/${name}${slash}`, fresh, { isMultipart });
        assert.equal(made.statusCode, 201, made.body);
        const { id } = made.json();
        assert.ok(Number.isInteger(id) && id > 0);
        assert.equal(made.headers.location, `/api/json/${name}/${id}/`);
        assert.equal(made.headers["content-type"], JSON_TYPE);
        assert.equal(made.headers["referrer-policy"], "no-referrer");
        assert.equal(made.headers["cache-control"], "no-store");
        for (const [field, value] of Object.entries(record)) {
          assert.deepEqual(made.json()[field], value, field);
        }
        const path = `/${name}/${id}${slash}`;
        assert.deepEqual((await shop.owner.get(path)).json(), made.json());
        const list = (await shop.owner.get(`/${name}${slash}?per_page=100`)).json();
        assert.deepEqual(Object.keys(list), ["count", "next", "previous", "results"]);
        assert.ok(list.results.some((one: { id: number }) => one.id === id));
        assert.equal(list.count, list.results.length);

        for (const method of ["PUT", "POST"] as const) {
          const answer = await shop.owner.call(method, path, { form: change, isMultipart });
          assert.equal(answer.statusCode, 200, answer.body);
          for (const [field, value] of Object.entries(changed)) {
            assert.deepEqual(answer.json()[field], value, field);
          }
        }
        const nothing = await shop.owner.call("PUT", path, { form: {}, isMultipart });
        assert.equal(nothing.statusCode, 200, nothing.body);

        const gone = await shop.owner.call("DELETE", path);
        assert.equal(gone.statusCode, 204);
        assert.equal(gone.body, "");
        assert.equal(gone.headers["content-type"], undefined);
        assertDetail(await shop.owner.get(path), 404);
        assertDetail(await shop.owner.call("PUT", path, { form: change }), 404);
        assertDetail(await shop.owner.call("DELETE", path), 404);
      }
    }
  });
}

test("a list has pages with links to the next and previous page", async (t) => {
  const { owner, server } = await openShared(t, openShopApp);
  for (let n = 1; n <= 7; n++) await owner.post("/categories/", { name: `Category ${n}` });
  const first = (await owner.get("/categories/?per_page=3")).json();
  assert.equal(first.count, 7);
  assert.equal(first.previous, null);
  const seen: string[] = [];
  for (let page = first; ; page = (await server.inject(page.next)).json()) {
    seen.push(...page.results.map(({ name }: { name: string }) => name));
    if (page.next === null) {
      const before = (await server.inject(page.previous)).json();
      assert.equal(before.results[0].name, "Category 4");
      break;
    }
  }
  assert.deepEqual(
    seen,
    [1, 2, 3, 4, 5, 6, 7].map((n) => `Category ${n}`),
  );
  const beyond = (await owner.get("/categories/?page=9")).json();
  assert.deepEqual([beyond.results, beyond.next, beyond.count], [[], null, 7]);
  for (const [query, field] of [
    ["page=0", "page"],
    ["page=x", "page"],
    ["page=-1", "page"],
    ["per_page=0", "per_page"],
    ["per_page=101", "per_page"],
    ["per_page=1&per_page=2", "per_page"],
  ]) {
    assertErrors(await owner.get(`/categories/?${query}`), [field ?? ""], query);
  }
});

test("a page has 25 records by default", async (t) => {
  const { owner } = await openShopApp(t);
  for (let n = 0; n < 26; n++) await owner.post("/categories/", { name: `C${n}` });
  const list = (await owner.get("/categories/")).json();
  assert.equal(list.results.length, 25);
  assert.equal(list.count, 26);
});

test("all invalid fields are listed, and nothing is stored", async (t) => {
  const { owner, database } = await openShared(t, openShopApp);
  const rate = (await owner.post("/tax-rates/", { name: "T", amount: "5" })).json().id;
  const cases: [path: string, form: FormFields, fields: string[]][] = [
    ["/categories/", {}, ["name"]],
    ["/categories/", { name: "  " }, ["name"]],
    ["/categories/", { name: "a\nb" }, ["name"]],
    ["/categories/", { name: "x".repeat(101) }, ["name"]],
    ["/categories/", { name: ["a", "b"] }, ["name"]],
    ["/categories/", { name: "4111 1111 1111 1111" }, ["name"]],
    ["/tax-rates/", {}, ["name", "amount"]],
    ["/tax-rates/", { name: "T", amount: "8.87501" }, ["amount"]],
    ["/tax-rates/", { name: "T", amount: "-1" }, ["amount"]],
    ["/tax-rates/", { name: "T", amount: "100.0001" }, ["amount"]],
    ["/items/", {}, ["name", "price"]],
    ["/items/", { name: "A", price: "1.234" }, ["price"]],
    ["/items/", { name: "A", price: "1000000" }, ["price"]],
    ["/items/", { name: "A", price: "1", category_id: "999" }, ["category_id"]],
    ["/items/", { name: "A", price: "1", category_id: "x" }, ["category_id"]],
    ["/items/", { name: "A", price: "1", tax_rate_ids: `${rate},999` }, ["tax_rate_ids"]],
    ["/items/", { name: "A", price: "1", "tax_rate_ids[]": [rate, rate] }, ["tax_rate_ids"]],
    ["/items/", { name: "A", price: "1", photo: "text" }, ["photo"]],
    ["/users/", {}, ["email", "role"]],
    ["/users/", { email: "x", role: "boss" }, ["email", "role"]],
    ["/users/", { email: "a@b.test", role: "admin", password: "eleven-lett" }, ["password"]],
    ["/users/", { email: "OWNER@books.test", role: "admin" }, ["email"]],
    ["/users/", { email: "a@b.test", role: "admin", first_name: "x".repeat(51) }, ["first_name"]],
  ];
  const count = async () => {
    const [row] = await database.owner.rows<{ count: string }>`
      select (select count(*) from pos_categories) + (select count(*) from pos_items)
        + (select count(*) from pos_users) + (select count(*) from pos_tax_rates)
        + (select count(*) from outbox where kind = 'mail') as count`;
    return row?.count;
  };
  const before = await count();
  for (const [path, form, fields] of cases) {
    assertErrors(await owner.post(path, form), fields, `${path} ${JSON.stringify(form)}`);
  }
  assert.equal(await count(), before);
});

test("an invalid id is 404", async (t) => {
  const { owner } = await openShared(t, openShopApp);
  for (const name of ["users", "categories", "tax-rates", "items", "transactions", "photos"]) {
    for (const id of ["0", "-1", "x", "1e3", "99999999999999999999", "999999", "%00", "1%20"]) {
      assertDetail(await owner.get(`/${name}/${id}/`), 404, `${name} ${id}`);
    }
  }
});

test("records of another account are answered like records that do not exist", async (t) => {
  const shop = await openShared(t, openShopApp);
  const clinic = await logIn(shop, "owner", "clinic");
  const made: string[] = [];
  for (const { name, fresh } of RESOURCES) {
    made.push(`/${name}/${(await shop.owner.post(`/${name}/`, fresh)).json().id}/`);
  }
  const token = await aToken(shop);
  const sale = (await shop.owner.post("/transactions/", custom("5.00", { token }))).json();
  made.push(`/transactions/${sale.id}/`);
  for (const path of made) {
    const unknown = path.replace(/\d+/, "999999");
    const [theirs, nobodys] = [await clinic.get(path), await clinic.get(unknown)];
    assertDetail(theirs, 404, path);
    assert.equal(theirs.body, nobodys.body);
    if (path.startsWith("/transactions")) continue;
    assertDetail(await clinic.call("PUT", path, { form: { name: "Mine" } }), 404, path);
    assertDetail(await clinic.call("DELETE", path), 404, path);
  }
  assertDetail(await clinic.post(`/transactions/${sale.id}/refund`), 404);
  assertDetail(await clinic.post(`/transactions/${sale.id}/receipt`, { email: "a@b.test" }), 404);
  // Our records must not refer to theirs either.
  const theirRate = (await clinic.post("/tax-rates/", { name: "T", amount: "1" })).json().id;
  const item = { name: "A", price: "1", tax_rate_ids: theirRate };
  assertErrors(await shop.owner.post("/items/", item), ["tax_rate_ids"]);
  assertErrors(await clinic.post("/transactions/", custom("5.00", { token })), ["token"]);
});

test("admins manage users, managers and admins manage the catalog, and all roles can view it", async (t) => {
  const app = await openShared(t, openShopApp);
  const [manager, cashier] = [await logIn(app, "manager"), await logIn(app, "cashier")];
  const shop = { ...app, manager, cashier };
  const status = async (phone: Phone, path: string, form?: FormFields) =>
    (form === undefined ? await phone.get(path) : await phone.post(path, form)).statusCode;
  for (const { name, fresh } of RESOURCES) {
    const isUsers = name === "users";
    assert.equal(await status(shop.cashier, `/${name}/`, fresh), 403, name);
    assert.equal(await status(shop.manager, `/${name}/`, fresh), isUsers ? 403 : 201, name);
    assert.equal(await status(shop.cashier, `/${name}/`), isUsers ? 403 : 200, name);
    assert.equal(await status(shop.manager, `/${name}/`), isUsers ? 403 : 200, name);
  }
  const { id } = (await shop.owner.post("/categories/", { name: "A" })).json();
  assertDetail(await shop.cashier.call("PUT", `/categories/${id}/`, { form: { name: "B" } }), 403);
  assertDetail(await shop.cashier.call("DELETE", `/categories/${id}/`), 403);
  assert.equal((await shop.manager.call("DELETE", `/categories/${id}/`)).statusCode, 204);
});

test("a DELETE without a body may have any content type", async (t) => {
  const { owner, server } = await openShared(t, openShopApp);
  for (const type of ["application/json", "multipart/form-data", "no type at all"]) {
    const { id } = (await owner.post("/categories/", { name: "Drinks" })).json();
    const headers = { "content-type": type };
    const gone = await owner.call("DELETE", `/categories/${id}/`, { headers });
    assert.equal(gone.statusCode, 204, type);
  }
  const { id } = (await owner.post("/categories/", { name: "Drinks" })).json();
  const url = `/api/json/categories/${id}/?token=${owner.token}`;
  const json = { method: "DELETE", url, payload: { name: "Food" } } as const;
  assertDetail(await server.inject(json), 415, "what is sent is not passed over");
  const refund = {
    method: "POST",
    url: `/api/json/transactions/1/refund?token=${owner.token}`,
  } as const;
  const typed = { ...refund, headers: { "content-type": "application/json" } };
  assertDetail(await server.inject(typed), 415, "an empty form would mean something here");
});
