/**
 * The start on a Citus cluster: before tables are distributed, with a migration of distributed tables,
 * and with logins that are no superusers.
 */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { BossJobRunner } from "../../src/adapters/boss-job-runner.ts";
import { ensureMonths } from "../../src/core/payments/ids/partition-store.ts";
import { migrate, readMigrations } from "../../src/db/migrate.ts";
import { APP_ROLE, PAYMENTS_ROLE } from "../../src/db/roles.ts";
import { distributeTables } from "../../src/db/sharding/distribute.ts";
import { monthsAround } from "../../src/values/transaction-id.ts";
import { ACCOUNT, CARD } from "../kit/app.ts";
import { onEveryNode, TEST_CLUSTER } from "../kit/cluster.ts";
import { openUndistributedDatabase, poolOf } from "../kit/database.ts";
import { makeLogin, onDatabase } from "../kit/logins.ts";
import { makeFolder, run, serve, untilReady } from "../kit/process.ts";

const ON_CLUSTER = TEST_CLUSTER === undefined ? { skip: "TEST_CITUS_URL is not set" } : {};
const EVERY_MINUTE = "* * * * *";
const SALE = { ...ACCOUNT, ...CARD, transaction_type: "SALE", transaction_amount: "12.34" };

function startRunner(t: TestContext, url: string) {
  const runner = new BossJobRunner({
    database: poolOf(url),
    metrics: { countJobRun: () => {} },
    onDone: () => {},
    onFailure: () => {},
    onConnectionError: () => {},
    stopWithinMs: 1_000,
  });
  t.after(() => runner.stop());
  return runner.start([{ name: "count", cron: EVERY_MINUTE, run: async () => "counted" }]);
}

test(
  "job queues start before tables are distributed, and only the coordinator has them",
  ON_CLUSTER,
  async (t) => {
    const { url } = await openUndistributedDatabase(t);
    const owner = poolOf(url);
    t.after(() => owner.close());
    await migrate(owner, await readMigrations());
    await startRunner(t, url);
    await distributeTables(owner, 4);
    const queues = await owner.rows`select from pgboss.queue where name = 'count'`;
    assert.equal(queues.length, 1);
    const workers = await owner.rows<{ result: string }>`
    select result from run_command_on_workers(
      $$select count(*) from pg_namespace where nspname = 'pgboss'$$)`;
    assert.ok(workers.length > 0);
    assert.ok(workers.every(({ result }) => result === "0"));
  },
);

test("a migration with several commands changes distributed tables", ON_CLUSTER, async (t) => {
  const { url } = await openUndistributedDatabase(t);
  const owner = poolOf(url);
  t.after(() => owner.close());
  const migrations = await readMigrations();
  const newest = migrations.at(-1) ?? assert.fail();
  await migrate(owner, migrations);
  await ensureMonths(owner, monthsAround(Temporal.Now.instant()));
  await distributeTables(owner, 4);
  const text = `-- expand
    drop index transactions_by_amount;
    create index transactions_by_amount on transactions (account_id, amount_cents) where id > 1;
    alter table transactions add column note text;
    grant select (kind) on vault to ${APP_ROLE};
    create table notes (id int primary key);`;
  const next = { number: newest.number + 1, name: "next", text, checksum: "next" };
  await migrate(owner, [...migrations, next]);
  const workers = await owner.rows<{ result: string }>`
    select result from run_command_on_workers($$
      select count(*) from pg_indexes where indexdef like '%amount_cents%id > 1%'$$)`;
  assert.ok(workers.length > 0);
  assert.ok(workers.every(({ result }) => Number(result) > 0));
  await owner.rows`select account_id, note from transactions`;
});

/** As an administrator prepares a cluster for two logins (docs/operations.md). */
async function prepareLogins(t: TestContext) {
  const { url } = await openUndistributedDatabase(t);
  const [owner, web] = [await makeLogin(t, url), await makeLogin(t, url)];
  await onEveryNode(`alter database ${new URL(url).pathname.slice(1)} owner to ${owner.name}`);
  await onDatabase(url, `grant ${APP_ROLE}, ${PAYMENTS_ROLE} to ${owner.name}, ${web.name}`);
  const DATA_DIR = await makeFolder(t);
  const settings = {
    DATABASE_URL: web.url,
    DATABASE_OWNER_URL: owner.url,
    MASTER_KEY: "7e57".repeat(16),
    LOG_LEVEL: "warn",
    DATA_DIR,
  };
  return { url, settings };
}

test(
  "logins without superuser rights distribute the tables and take payments",
  ON_CLUSTER,
  async (t) => {
    const { url, settings } = await prepareLogins(t);
    const lacking = await run(t, ["shard", "--shards", "4"], settings);
    assert.match(lacking.stderr, /^The login may not prepare the roles for the workers\. Ask an/);
    const [, statements = ""] = /on the coordinator: (.*)\n/.exec(lacking.stderr) ?? [];
    for (const statement of statements.split(";").filter(Boolean)) await onDatabase(url, statement);
    const sharded = await run(t, ["shard", "--shards", "4"], settings);
    assert.equal(sharded.code, 0, sharded.stderr);
    const { child, url: base } = await serve(t, settings);
    const body = new URLSearchParams({ ...SALE, response_format: "JSON" });
    const answer = await fetch(`${base}/api/qsapi/3.8`, { method: "POST", body });
    const paid = (await answer.json()) as { readonly transaction_approved?: boolean };
    assert.equal(paid.transaction_approved, true, JSON.stringify(paid));
    await untilReady(base);
    const direct = await countWorkerSessions(url);
    assert.ok(direct > 0, "the payment was not written on a worker directly");
    assert.equal((await child.stop()).code, 0);
  },
);

/** How many sessions of the product's processes are open on workers. */
async function countWorkerSessions(url: string): Promise<number> {
  const owner = poolOf(url);
  try {
    const rows = await owner.rows<{ result: string }>`
      select result from run_command_on_workers($$select count(*) from pg_stat_activity
        where datname = current_database() and application_name like 'sixdoors %'$$)`;
    return rows.reduce((sum, { result }) => sum + Number(result), 0);
  } finally {
    await owner.close();
  }
}
