/** `snapshot`: a saved state comes back whole, or nothing changes. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import pg from "pg";
import { listenUntilStopped } from "../../src/commands/certification/listen.ts";
import { restoreSnapshot, saveSnapshot } from "../../src/commands/certification/snapshot.ts";
import { findSnapshot, listSnapshots } from "../../src/commands/certification/snapshot-folder.ts";
import { triggerCommand } from "../../src/commands/certification/trigger.ts";
import { readConfig } from "../../src/config.ts";
import { migrate } from "../../src/db/migrate.ts";
import { StartError } from "../../src/ports/start-error.ts";
import { onPlainServer, TEST_CLUSTER } from "../kit/cluster.ts";
import { openSeededDatabase } from "../kit/database.ts";
import { digestTables } from "../kit/every-table.ts";
import { testConfig } from "../kit/test-config.ts";
import { exportToBuffer, migrations, openTarget } from "../kit/transfer.ts";

async function openSnapshots(t: TestContext) {
  const database = await openSeededDatabase(t);
  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors snapshots "));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const own = { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: "silent" };
  const config = readConfig({ ...own, MASTER_KEY: "7e57".repeat(16) });
  const rename = (name: string) => database.owner.rows`
    update accounts set name = ${name} where id = 120000000001`;
  const state = () => digestTables(database.owner);
  return { database, folder, config, rename, state };
}

function refuses(work: Promise<unknown>, says: RegExp): Promise<void> {
  return assert.rejects(work, (error: Error) => {
    assert.ok(error instanceof StartError, `${error.stack}`);
    assert.match(error.message, says);
    return true;
  });
}

const ON_PLAIN = onPlainServer("snapshots are restored on one server only");
const ON_CLUSTER = TEST_CLUSTER === undefined ? { skip: "TEST_CITUS_URL is not set" } : {};

test("on a cluster, a snapshot is not restored, with the reason", ON_CLUSTER, async (t) => {
  const { config, state } = await openSnapshots(t);
  await saveSnapshot(config, "before");
  const before = await state();
  await refuses(restoreSnapshot(config, "before"), /tables of this database are distributed/);
  assert.deepEqual(await state(), before);
});

test("a restored snapshot has every row as it was saved, and no later one", ON_PLAIN, async (t) => {
  const { database, config, rename, state } = await openSnapshots(t);
  await database.owner.rows`update business_clock set ahead_ms = 1000`;
  await saveSnapshot(config, "before");
  const before = await state();
  await rename("Changed");
  await database.owner.rows`update business_clock set ahead_ms = 5000`;
  await database.owner.rows`
    insert into accounts (id, name, time_zone) values (77, 'New', 'America/Chicago')`;
  const { rows } = await restoreSnapshot(config, "before");
  assert.ok(rows > 100);
  assert.deepEqual(await state(), before);
});

test("a damaged snapshot changes nothing", ON_PLAIN, async (t) => {
  const { config, rename, state } = await openSnapshots(t);
  const { file } = await saveSnapshot(config, "before");
  await rename("Changed");
  const now = await state();
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 100));
  await refuses(restoreSnapshot(config, "before"), /incomplete, damaged/);
  assert.deepEqual(await state(), now);
});

test(
  "a snapshot of an older schema is restored with the schema of this release",
  ON_PLAIN,
  async (t) => {
    const { database, folder, config } = await openSnapshots(t);
    const older = await openTarget(t);
    await migrate(older, migrations, (migrations.at(-1)?.number ?? 0) - 1);
    await older.rows`insert into accounts (id, name, time_zone) values (77, 'Old', 'UTC')`;
    await mkdir(path.join(folder, "snapshots"));
    await writeFile(path.join(folder, "snapshots/old"), await exportToBuffer(older));
    await restoreSnapshot(config, "old");
    assert.deepEqual(await database.owner.rows`select name from accounts`, [{ name: "Old" }]);
    assert.deepEqual(await readdir(path.join(folder, "snapshots")), ["old"]);
  },
);

test("nothing is restored while another process is connected", ON_PLAIN, async (t) => {
  const { database, config, state } = await openSnapshots(t);
  await saveSnapshot(config, "before");
  const now = await state();
  const other = new pg.Client(database.url);
  await other.connect();
  await refuses(restoreSnapshot(config, "before"), /Stop the gateway first/);
  await other.end();
  assert.deepEqual(await state(), now);
});

test("names are checked, and a snapshot is not overwritten", async (t) => {
  const { folder, config } = await openSnapshots(t);
  for (const name of ["..", "a/b", "", "a b", "x.part", "é", "a".repeat(65)]) {
    await refuses(saveSnapshot(config, name), /must have 1 to 64 letters/);
  }
  await saveSnapshot(config, "v1.0_a-b");
  await refuses(saveSnapshot(config, "v1.0_a-b"), /already exists/);
  await refuses(findSnapshot(config, "none"), /not found. List all with `snapshot list`/);
  const [saved, ...others] = await listSnapshots(config);
  assert.deepEqual([saved?.name, others], ["v1.0_a-b", []]);
  assert.deepEqual((await readdir(path.join(folder, "snapshots"))).sort(), [
    ".gitignore",
    "v1.0_a-b",
  ]);
});

test("production refuses snapshots, listeners and scenes", async () => {
  const config = { ...testConfig(), environment: "production" } as const;
  const terms = { print: () => {}, note: () => {}, stopped: Promise.resolve() };
  const refusal = /belongs to certification and does not run in production/;
  await refuses(saveSnapshot(config, "a"), refusal);
  await refuses(restoreSnapshot(config, "a"), refusal);
  await refuses(listenUntilStopped(config, {}, terms), refusal);
  await refuses(triggerCommand(config, undefined, {}), refusal);
});
