/** An unusable folder is reported in one sentence, and no half-made files stay. */
import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { Secret } from "../../values/secret.ts";
import { makeCluster } from "./cluster.ts";
import { prepareServerFiles } from "./server-files.ts";
import { createFolderWhole, removeAbandoned } from "./staging.ts";

test("another major version is named, with what to do about it", async (t) => {
  const dataDir = await openBase(t);
  await mkdir(path.join(dataDir, "postgres"));
  await writeFile(path.join(dataDir, "postgres/PG_VERSION"), "17\n");
  await refuses(dataDir, /PostgreSQL 17.*PostgreSQL 18.*`npm start`.*upgrades/);
});

test("other files in the folder of the cluster are not changed", async (t) => {
  const dataDir = await openBase(t);
  await mkdir(path.join(dataDir, "postgres"));
  await writeFile(path.join(dataDir, "postgres/letter.txt"), "dear");
  await refuses(dataDir, /contains files that do not belong to PostgreSQL/);
});

test("a DATA_DIR that is a file, or below one, is refused", async (t) => {
  const file = path.join(await openBase(t), "file");
  await writeFile(file, "");
  await refuses(file, /is not a folder/);
  await refuses(path.join(file, "below"), /not a folder/);
});

test("a cluster without its password is not opened and not replaced", async (t) => {
  const dataDir = await openBase(t);
  await mkdir(path.join(dataDir, "postgres"));
  await writeFile(path.join(dataDir, "postgres/PG_VERSION"), "18\n");
  await refuses(dataDir, /postgres.password is missing/);
});

test("the error of a failing initdb is quoted without the path of the password", async (t) => {
  const base = await openBase(t);
  const initdb = path.join(base, "initdb");
  const script = 'for word; do case $word in --pwfile=*) echo "no $word" >&2; esac; done';
  await writeFile(initdb, `#!/bin/sh\n${script}\nexit 1\n`);
  await chmod(initdb, 0o755);
  const needs = { cluster: path.join(base, "postgres"), account: undefined, programs: { initdb } };
  await assert.rejects(makeCluster({ ...needs, password: new Secret("telltale") }), {
    name: "StartError",
    message: `PostgreSQL could not create its files in ${base}/postgres: no --pwfile=the password file`,
  });
  assert.deepEqual(await readdir(base), ["initdb"]);
});

test("files of a killed start are removed, but not those of a running start", async (t) => {
  const base = await openBase(t);
  const [dead, own, running, abandoned] = [
    "postgres.new-999999999-00000000",
    `postgres.new-${process.pid}-00000000`,
    `postgres.new-${process.ppid}-00000000`,
    `postgres.new-${process.ppid}-11111111`,
  ] as const;
  for (const name of [dead, own, running, abandoned]) await mkdir(path.join(base, name));
  await utimes(path.join(base, abandoned), 1_700_000_000, 1_700_000_000);
  await createFolderWhole(path.join(base, "made"), async (staging) => {
    await removeAbandoned(base);
    assert.deepEqual((await readdir(base)).sort(), [path.basename(staging), running].sort());
  });
  assert.deepEqual((await readdir(base)).sort(), ["made", running].sort());
});

async function refuses(dataDir: string, sentence: RegExp): Promise<void> {
  const opening = prepareServerFiles({ dataDir, dataDirIsDefault: false, log: () => undefined });
  await assert.rejects(opening, { name: "StartError", message: sentence });
}

async function openBase(t: TestContext): Promise<string> {
  const base = await mkdtemp(path.join(tmpdir(), "sixdoors-"));
  await chmod(base, 0o755);
  t.after(() => rm(base, { recursive: true, force: true }));
  return base;
}
