/** Reports are read from a replica, or from the primary if the replica fails. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { ReplicaStore } from "../../src/core/reports/run/replica-store.ts";
import { Secret } from "../../src/values/secret.ts";
import { openDatabase, openSeededDatabase, type TestDatabase } from "../kit/database.ts";
import { openReportEnvironment } from "../kit/reports.ts";

/** Another database acts as the replica. Its own records show where a report was read. */
async function openBoth(t: TestContext) {
  const replica = await openSeededDatabase(t);
  const env = await openReportEnvironment(t, { reportDatabaseUrl: new Secret(replica.url) });
  await env.add({ cashier: "primary" });
  await copyRows(env.database, replica);
  const placeOf = async () => (await env.recordsOf()).map(({ cashier }) => cashier).join();
  return { env, replica, placeOf };
}

async function copyRows(from: TestDatabase, to: TestDatabase): Promise<void> {
  const [row] = await from.owner.rows<{ rows: unknown }>`
    select json_agg(one) as rows from transactions one`;
  await to.owner.rows`
    insert into transactions
    select * from json_populate_recordset(null::transactions, ${JSON.stringify(row?.rows)}::json)`;
  await to.owner.rows`update transactions set cashier = 'replica'`;
}

test("reports are read from the replica", async (t) => {
  const { placeOf } = await openBoth(t);
  assert.equal(await placeOf(), "replica");
});

test("if the replica fails before the first row, the primary is used", async (t) => {
  const { placeOf, replica } = await openBoth(t);
  await replica.owner.rows`drop view report_records`;
  assert.equal(await placeOf(), "primary");
});

test("if the replica is unavailable, the primary is used", async (t) => {
  const away = new Secret("postgres://postgres@127.0.0.1:1/nowhere");
  const env = await openReportEnvironment(t, { reportDatabaseUrl: away });
  const [id] = await env.add({});
  assert.deepEqual(await env.idsOf(), [id]);
});

test("a server that is not a replica is never behind", async (t) => {
  const { app } = await openDatabase(t);
  assert.equal(await new ReplicaStore(app, app).lagMs(), 0);
});
