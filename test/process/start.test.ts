/** The first start, a later start, and commands with and without a running instance. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { findPostmaster } from "../../src/adapters/embedded-postgres/postmaster-file.ts";
import { runHere, serveHere } from "../kit/command-process.ts";
import {
  type Ending,
  findPostgres,
  launch,
  makeDataDir,
  run,
  type Settings,
  serve,
  untilReady,
} from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { until } from "../kit/until.ts";
import { Connection } from "./interfaces.ts";

const sh = promisify(execFile);

async function serveTimed(t: TestContext, what: string, settings: Settings) {
  const started = performance.now();
  const { child, url } = await serve(t, settings);
  await untilReady(url);
  t.diagnostic(`${what}: ready after ${Math.round(performance.now() - started)} ms`);
  return { child, url };
}

test("npm start, run twice at the same time", async (t) => {
  const dataDir = await makeDataDir(t);
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: "debug" };
  const other = await openStartedDir(t);
  const [here, there] = await Promise.all([
    serveTimed(t, "first start", settings),
    serveHere(t, { DATA_DIR: other, LOG_LEVEL: "warn" }),
  ]);
  let paid: Record<string, unknown> = {};

  await t.test("the printed command and addresses work", async () => {
    const { stdout } = here.child;
    assert.match(stdout, /Account {4}120000000001\n {2}Key {8}1{32}\n/);
    const curl = /^curl [\s\S]*?=JSON$/m.exec(stdout)?.[0] ?? assert.fail(stdout);
    paid = JSON.parse((await sh("sh", ["-c", curl])).stdout);
    assert.equal(paid["transaction_approved"], true);
    const page = /API docs {3}(\S+)/.exec(stdout)?.[1] ?? assert.fail(stdout);
    assert.match(await (await fetch(page)).text(), /<title>Sixdoors API</);
  });

  await t.test("two instances do not share data", async (t) => {
    const asked = await new Connection(t, there.url).statusOf(paid["transaction_id"]);
    assert.equal(asked["found"], false);
    assert.notEqual(here.url, there.url);
  });

  await t.test("commands use the running instance and print one JSON document", async () => {
    await assertNothingToDo((words) => runHere(words, settings));
    assert.ok(await findPostgres(dataDir));
  });

  await t.test(
    "a folder in use and a wrong password are each reported in one sentence",
    async () => {
      const port = (await findPostmaster(path.join(dataDir, "postgres")))?.port;
      const DATABASE_URL = `postgres://postgres:wrong@127.0.0.1:${port}/sixdoors`;
      const [taken, refused] = await Promise.all([
        runHere(["serve"], { DATA_DIR: dataDir }),
        runHere(["serve"], { DATA_DIR: other, DATABASE_URL }),
      ]);
      assert.match(taken.stderr, /^DATA_DIR .* is in use by another Sixdoors [^\n]*\.\n$/);
      assert.match(
        refused.stderr,
        /^The database server .*password authentication failed[^\n]*\.\n$/,
      );
      assert.deepEqual([taken.code, refused.code], [1, 1]);
      assert.equal(here.child.isOver, false);
    },
  );

  await t.test("a start whose port is in use leaves no PostgreSQL running", async (t) => {
    await assertEnds(there.child);
    const { port } = new URL(here.url);
    const taken = await run(t, ["serve"], { DATA_DIR: other, PORT: port, LOG_LEVEL: "warn" });
    assert.match(taken.stderr, /^Port \d+ on 127\.0\.0\.1 is already in use[^\n]*\.\n$/);
    assert.equal(taken.code, 1);
    assert.equal(await findPostgres(other), undefined);
  });

  await t.test("--web and --worker can share a data folder", async (t) => {
    const words = { DATA_DIR: other, LOG_LEVEL: "warn" };
    const jobs = launch(t, { words: ["serve", "--worker"], settings: words });
    await until(() => jobs.isOver || jobs.stdout.includes("runs jobs only"));
    const web = await serveHere(t, words, ["--web"]);
    await untilReady(web.url);
    assert.doesNotMatch(jobs.stdout, /Base URL/);
    const health = /Health and metrics: (\S+)/.exec(jobs.stdout)?.[1];
    await untilReady(health ?? "");
    const metrics = await (await fetch(`${health}/metrics`)).text();
    assert.match(metrics, /^sixdoors_pool_connections [1-9]/m);
    assert.equal((await fetch(`${health}/api/v1/clients`)).status, 404);
    await assertEnds(web.child);
    assert.equal(jobs.isOver, false, jobs.stderr);
    await assertEnds(jobs);
    assert.equal(await findPostgres(other), undefined);
  });

  await t.test("a later start finds the stored rows", async (t) => {
    await assertEnds(here.child);
    assert.equal(await findPostgres(dataDir), undefined);
    const { child, url } = await serveTimed(t, "later start", settings);
    const found = await new Connection(t, url).statusOf(paid["transaction_id"]);
    assert.equal(found["transaction_approved"], true);
    await assertEnds(child);
  });

  await t.test("commands without a running instance start PostgreSQL and stop it", async (t) => {
    await assertNothingToDo((words) => run(t, words, settings));
    assert.equal(await findPostgres(dataDir), undefined);
  });
});

/** Runs two commands at the same time. Each prints one JSON document and nothing else. */
async function assertNothingToDo(
  act: (words: readonly string[]) => Promise<Ending>,
): Promise<void> {
  const [migrated, seeded] = await Promise.all([
    act(["migrate", "--json"]),
    act(["seed", "--json"]),
  ]);
  assert.deepEqual([migrated.code, migrated.stderr, seeded.code, seeded.stderr], [0, "", 0, ""]);
  assert.deepEqual(JSON.parse(migrated.stdout), { applied: [] });
  assert.deepEqual(JSON.parse(seeded.stdout), { seeded: false });
}

async function assertEnds(child: { stop(): Promise<Ending> }): Promise<void> {
  const { code, stderr } = await child.stop();
  assert.deepEqual([code, stderr], [0, ""]);
}
