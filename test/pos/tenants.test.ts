/** Row-level security hides other accounts, even if a statement forgets the account. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { sqlIdentifier } from "../../src/db/sql.ts";
import { aToken, BOOKS, CLINIC, catalog, custom, openShopApp } from "../kit/pos.ts";

test("every table of the point of sale shows its rows to their own account only", async (t) => {
  const shop = await openShopApp(t);
  await catalog(shop.owner);
  const token = await aToken(shop);
  const headers = { "idempotency-key": "k" };
  const sale = await shop.owner.post("/transactions/", custom("5.00", { token }), { headers });
  await shop.owner.post(`/transactions/${sale.json().id}/refund`, { refund_amount: "1.00" });
  await shop.database.owner.rows`
    insert into pos_photos (account_id, media_type, content, created_at)
    values (${BOOKS}, 'image/png', '', now())`;
  const tables = await shop.database.owner.rows<{ table: string; isForced: boolean }>`
    select relname as table, relrowsecurity and relforcerowsecurity as "isForced" from pg_class
    where relname like 'pos\\_%' and relkind = 'r'
      and relname not in ('pos_sessions', 'pos_invitations') order by 1`;
  assert.equal(tables.length, 13);
  const count = async (table: string, accountId: string) => {
    const [row] = await shop.database.app.within(
      { accountId },
      (db) => db.rows<{ count: number }>`
        select count(*)::integer as count from ${sqlIdentifier(table)} where account_id = ${BOOKS}`,
    );
    return row?.count ?? 0;
  };
  for (const { table, isForced } of tables) {
    assert.ok(isForced, table);
    assert.ok((await count(table, BOOKS)) > 0, `${table} is empty`);
    assert.equal(await count(table, CLINIC), 0, table);
    const [open] = await shop.database.app.rows<{ count: number }>`
      select count(*)::integer as count from ${sqlIdentifier(table)}`;
    assert.equal(open?.count, 0, table);
  }
  // The payments role sees pending rows, and of these only the ids.
  const left = await shop.database.payments.rows`select id from pos_sales`;
  assert.deepEqual(left, []);
  await assert.rejects(shop.database.payments.rows`select total_cents from pos_sales`, /denied/);
});
