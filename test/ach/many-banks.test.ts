/** Many banks close their files at the same time, with fewer database connections than banks. */
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { type TestContext, test } from "node:test";
import { INDEX_LOOKUPS_ONLY } from "../../src/app/database/pools.ts";
import { forceCutOff } from "../../src/core/ach/files/cut-off.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { PAYMENTS_ROLE } from "../../src/db/roles.ts";
import { addEntry, BOOKS, connectFolder, openTestAch } from "../kit/ach.ts";

const CONNECTIONS = 4;

async function openFewConnections(t: TestContext) {
  const ach = await openTestAch(t);
  const db = new DatabasePool({
    connectionString: ach.database.url,
    role: PAYMENTS_ROLE,
    size: CONNECTIONS,
    queueMax: 1_000,
    statementTimeoutMs: 60_000,
    settings: INDEX_LOOKUPS_ONLY,
  });
  ach.database.beforeDrop(() => db.close());
  return { ach, needs: { ...ach.needs, db } };
}

test("twice as many banks as connections close their files at once without failure", async (t) => {
  const { ach, needs } = await openFewConnections(t);
  const banks = [];
  for (let number = 1; number <= 2 * CONNECTIONS; number++) {
    banks.push(await connectFolder(ach, `bank-${number}`, { accounts: [] }));
  }
  const last = banks.at(-1) ?? assert.fail();
  const name = last.connection.name;
  await ach.database.owner.rows`update accounts set ach_processor = ${name} where id = ${BOOKS}`;
  await addEntry(ach);
  const reports = await Promise.all(banks.map(({ connection }) => forceCutOff(needs, connection)));
  assert.ok(reports.every(({ failures }) => failures.length === 0));
  assert.equal((await readdir(last.folders.outbox)).length, 1);
});

test("concurrent cut-offs of one bank wait for each other and none fails", async (t) => {
  const { ach, needs } = await openFewConnections(t);
  const { connection, folders } = await connectFolder(ach, "first-bank");
  await addEntry(ach);
  const all = Array.from({ length: 3 * CONNECTIONS }, () => forceCutOff(needs, connection));
  const reports = await Promise.all(all);
  assert.equal(
    reports.reduce((sum, { entries }) => sum + entries, 0),
    1,
  );
  assert.equal((await readdir(folders.outbox)).length, 1);
});
