/** HEAD answers like GET and never changes anything. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { emailsTo } from "../kit/emails.ts";
import { aToken, custom, openShopApp, type TestShop } from "../kit/pos.ts";

/** All rows of all tables of the point of sale, and the issued transaction ids. */
async function everything({ database }: TestShop): Promise<string> {
  const tables = await database.owner.rows<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and (table_name like 'pos\\_%' or table_name in
        ('accounts', 'issued_ids', 'open_attempts', 'outbox', 'audit_entries', 'login_failures'))
    order by 1`;
  assert.ok(tables.length > 15, `${tables.length}`);
  const dumps = tables.map(async ({ name }) => {
    const rows = await database.owner.rows<{ row: string }>`
      select query_to_xml(format('select * from %I order by 1', ${name}::text), true, true, '')::text as row`;
    return `${name} ${rows[0]?.row}`;
  });
  return (await Promise.all(dumps)).join("\n");
}

test("HEAD on every route with GET answers like GET and changes nothing", async (t) => {
  const shop = await openShopApp(t);
  const { owner, server, clock } = shop;
  await owner.post("/categories/", { name: "Drinks" });
  await owner.post("/tax-rates/", { name: "City", amount: "1" });
  await owner.post("/items/", { name: "Tea", price: "3" });
  await owner.post("/users/", { email: "ann@books.test", role: "cashier" });
  const token = await aToken(shop);
  const left = await owner.post("/transactions/", custom("1.90", { token }));
  assert.equal(left.statusCode, 202, left.body);
  const { id } = left.json();
  const [message] = await emailsTo(shop, "ann@books.test");
  const link = /\/api\/json\S*reset_token=[0-9a-f-]+/.exec(message?.text ?? "")?.[0] ?? "";
  assert.ok(link);
  // After the lease of the pending sale, and after the interval between recorded uses of a token.
  clock.advance({ hours: 1 });
  const before = await everything(shop);
  const paths = ["account/logout", "account", "users", "users/1", "categories", "categories/1"];
  const more = [
    "tax-rates",
    "tax-rates/1",
    "items",
    "items/1",
    "transactions",
    `transactions/${id}`,
  ];
  const urls = [...paths, ...more, "photos/1"].map(
    (path) => `/api/json/${path}/?token=${owner.token}`,
  );
  for (const url of [...urls, link]) {
    const head = await server.inject({ method: "HEAD", url });
    const expected = url.includes("logout") ? 204 : url.includes("photos") ? 404 : 200;
    assert.equal(head.statusCode, expected, url);
    assert.equal(head.body, "", url);
  }
  assert.equal(await everything(shop), before);
  await owner.get(`/transactions/${id}/`);
  assert.notEqual(await everything(shop), before, "GET looks again at a pending sale");
  assert.equal(
    (await server.inject(`/api/json/account/logout/?token=${owner.token}`)).statusCode,
    204,
  );
  assert.equal((await owner.get("/account")).statusCode, 401);
});

test("HEAD with an unknown or expired token is 401, like GET", async (t) => {
  const { owner, server } = await openShopApp(t);
  for (const token of ["", "4f6a3c58-0a7e-4c0e-9a55-1d2f5f0b7c11"]) {
    const url = `/api/json/account/logout/?token=${token}`;
    assert.equal((await server.inject({ method: "HEAD", url })).statusCode, 401);
  }
  await owner.get("/account/logout/");
  const url = `/api/json/account?token=${owner.token}`;
  assert.equal((await server.inject({ method: "HEAD", url })).statusCode, 401);
});
