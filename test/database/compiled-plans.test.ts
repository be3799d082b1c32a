/** PostgreSQL must not compile the plans of our statements, which takes longer than running them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { planByIndex } from "../../src/core/transactions/by-index-store.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { APP_ROLE } from "../../src/db/roles.ts";
import { openDatabase } from "../kit/database.ts";

test("connections do not compile plans", async (t) => {
  const { app } = await openDatabase(t);
  assert.deepEqual(await app.rows`show jit`, [{ jit: "off" }]);
});

test("a list turns it off for its transaction, too, because workers compile by default", async (t) => {
  const { url, beforeDrop } = await openDatabase(t);
  const options = { connectionString: url, role: APP_ROLE, size: 1, queueMax: 10 };
  const pool = new DatabasePool({ ...options, statementTimeoutMs: 5_000, settings: { jit: "on" } });
  beforeDrop(() => pool.close());
  const setting = await pool.within({ accountId: "120000000001" }, async (db) => {
    await planByIndex(db);
    return db.rows`show jit`;
  });
  assert.deepEqual(setting, [{ jit: "off" }]);
});
