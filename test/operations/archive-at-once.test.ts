/** Two processes of one installation archive the write-ahead log at once. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { constants, mkdir, open, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { gunzipSync } from "node:zlib";
import type { BackupFolder } from "../../src/adapters/backup/backup-folder.ts";
import { BackupServerStore } from "../../src/adapters/backup/backup-server-store.ts";
import { WalArchive } from "../../src/adapters/backup/wal-archive.ts";
import {
  SEGMENT_BYTES,
  segmentName,
  segmentNumber,
} from "../../src/adapters/backup/wal-segments.ts";
import { DataFolder } from "../../src/adapters/embedded-postgres/data-folder.ts";
import { type Installation, openInstallation } from "../../src/app/database/installation.ts";
import { readConfig } from "../../src/config.ts";
import { ADVISORY_LOCKS } from "../../src/db/locks/advisory-locks.ts";
import { openBackupFolder } from "../kit/backup-folder.ts";
import { atEnd, makeFolder } from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { until } from "../kit/until.ts";

const SEGMENTS = 4;

test("processes that archive at once, one rule after the other in one installation", async (t) => {
  const settings = { DATA_DIR: await openStartedDir(t), LOG_LEVEL: "silent" };
  const installation = await openInstallation(readConfig(settings));
  atEnd(t, () => installation.close());
  await t.test("they use one archive, and every segment in it is complete", async (step) =>
    archiveAtOnce(openScene(installation, await openBackupFolder(step))),
  );
  await t.test(
    "one that lost its claim while it copied a segment does not replace the copy of another",
    async (step) => loseClaim(step, openScene(installation, await openBackupFolder(step))),
  );
});

function openScene({ owner, place }: Installation, folder: BackupFolder) {
  const { cluster } = new DataFolder(place.dataDir);
  const openArchive = (source = cluster) => new WalArchive({ db: owner, cluster: source, folder });
  return { owner, folder, openArchive, server: new BackupServerStore(owner) };
}

type Scene = ReturnType<typeof openScene>;

/** Finishes segments with something in them. */
async function finishSegments({ owner, server }: Scene, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    await owner.rows`select pg_logical_emit_message(true, 'test', repeat('x', 100000))`;
    await server.switchSegment();
  }
}

async function readArchive({ folder }: Scene): Promise<ReadonlyMap<string, Buffer>> {
  const [id = ""] = await folder.listArchives();
  const names = await readdir(folder.archive(id));
  const files = names.map(async (name) => {
    const packed = await readFile(path.join(folder.archive(id), name));
    return [name, gunzipSync(packed, { chunkSize: SEGMENT_BYTES })] as const;
  });
  return new Map(await Promise.all(files));
}

async function archiveAtOnce(scene: Scene): Promise<void> {
  const archives = [scene.openArchive(), scene.openArchive(), scene.openArchive()];
  const ids = await Promise.all(archives.map((archive) => archive.openArchive()));
  assert.equal(new Set(ids).size, 1);
  await finishSegments(scene, SEGMENTS);
  const copied = await Promise.all(archives.map((archive) => archive.copyFinished()));
  assert.ok(copied.includes(true));
  const segments = await readArchive(scene);
  assert.ok(segments.size >= SEGMENTS, [...segments.keys()].join());
  for (const [name, bytes] of segments) assert.equal(bytes.length, SEGMENT_BYTES, name);
}

async function loseClaim(t: TestContext, scene: Scene): Promise<void> {
  const { owner, server } = scene;
  await scene.openArchive().openArchive();
  await finishSegments(scene, 1);
  const [slot] = await server.listArchiveSlots();
  const { timeline } = await server.readFacts();
  const name = segmentName(timeline, segmentNumber(slot?.from ?? 0n));
  const slow = await makeFolder(t);
  await mkdir(path.join(slow, "pg_wal"));
  const pipe = path.join(slow, "pg_wal", name);
  execFileSync("mkfifo", [pipe]);
  // If the test fails, nobody else would end the wait for a writer.
  atEnd(t, async () => (await open(pipe, constants.O_RDWR)).close());
  // It reads from the pipe, which has nothing yet, and its session ends meanwhile.
  const late = assert.rejects(scene.openArchive(slow).copyFinished());
  const { number } = ADVISORY_LOCKS.archive;
  const endClaim = () => owner.count`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and classid = ${number} and objid = 0 and granted`;
  const [id = ""] = [slot?.id];
  await until(async () => (await readdir(scene.folder.archive(id)).catch(() => [])).length > 0);
  assert.equal(await endClaim(), 1);
  await until(() => scene.openArchive().copyFinished());
  const before = await readArchive(scene);
  await writeFile(pipe, "later log");
  await late;
  assert.deepEqual(await readArchive(scene), before);
  assert.equal(before.get(`${name}.gz`)?.length, SEGMENT_BYTES);
}
