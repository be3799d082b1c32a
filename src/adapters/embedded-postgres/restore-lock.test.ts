/** A restore and a start do not make a database in one data folder at once. */
import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { refuseOtherMakers, refuseRunningRestore, restoreFolder } from "./restore-lock.ts";
import { prepareServerFiles } from "./server-files.ts";
import { removeAbandoned, withTemporaryFolder } from "./staging.ts";

const LONG_AGO = new Date("2026-01-01T00:00:00Z");
const DEAD = "999999999";

async function openDataDir(t: TestContext): Promise<string> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "sixdoors-"));
  await chmod(dataDir, 0o755);
  t.after(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

test("a start creates no database while a restore runs in its data folder", async (t) => {
  const dataDir = await openDataDir(t);
  await withTemporaryFolder(restoreFolder(dataDir), async (staging) => {
    const starting = prepareServerFiles({ dataDir, dataDirIsDefault: false, log: () => {} });
    await assert.rejects(starting, /A restore is running in DATA_DIR .* Start again when it has/);
    assert.deepEqual(await readdir(dataDir), [path.basename(staging)]);
  });
  await refuseRunningRestore(dataDir);
});

test("a restore gives way to a start or another restore that makes a database", async (t) => {
  const dataDir = await openDataDir(t);
  await withTemporaryFolder(restoreFolder(dataDir), async (staging) => {
    await refuseOtherMakers(dataDir, staging);
    await withTemporaryFolder(restoreFolder(dataDir), async () => {
      await assert.rejects(refuseOtherMakers(dataDir, staging), /Another restore or start/);
    });
    await mkdir(path.join(dataDir, `postgres.new-${process.ppid}-00000000`));
    await assert.rejects(refuseOtherMakers(dataDir, staging), /Another restore or start/);
  });
});

/** The folder of a restore that works in another container, or here. */
async function addRestore(dataDir: string, end: string, sign: string): Promise<string> {
  const folder = path.join(dataDir, `restore.new-${DEAD}-${end}`);
  await mkdir(folder);
  await writeFile(path.join(folder, "running"), sign);
  await utimes(folder, LONG_AGO, LONG_AGO);
  return folder;
}

test("a restore is not removed while it shows signs of life, whatever its process id means here", async (t) => {
  const dataDir = await openDataDir(t);
  const running = await addRestore(dataDir, "00000001", "another container");
  const killed = await addRestore(dataDir, "00000002", "another container");
  await utimes(path.join(killed, "running"), LONG_AGO, LONG_AGO);
  await withTemporaryFolder(restoreFolder(dataDir), async (own) => {
    const here = await readFile(path.join(own, "running"), "utf8");
    await addRestore(dataDir, "00000003", here);
    await removeAbandoned(dataDir);
    const left = (await readdir(dataDir)).toSorted();
    assert.deepEqual(left, [path.basename(running), path.basename(own)].toSorted());
  });
});
