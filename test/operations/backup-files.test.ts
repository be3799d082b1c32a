/** Rules about the files of backups that need no server. */
import assert from "node:assert/strict";
import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { BackupFolder, sha256 } from "../../src/adapters/backup/backup-folder.ts";
import { layOutBackup } from "../../src/adapters/backup/lay-out-backup.ts";
import { MANIFEST, newManifest, writeManifest } from "../../src/adapters/backup/manifest.ts";
import { pruneBackups } from "../../src/adapters/backup/prune-backups.ts";
import { SEGMENT_BYTES, segmentName } from "../../src/adapters/backup/wal-segments.ts";
import { chooseBackup } from "../../src/app/backup/choose-backup.ts";
import { makeFolder } from "../kit/process.ts";

const ARCHIVE = "0a0b0c0d";
const NAMES = ["20261101T000000Z-0001", "20261102T000000Z-0002"] as const;
const NOW = Temporal.Instant.from("2026-11-03T00:00:00Z");

/** A backup of one file that begins and ends in this segment of the archive. */
async function addBackup(
  folder: BackupFolder,
  name: string,
  { segment, archive = ARCHIVE }: { readonly segment: number; readonly archive?: string | null },
) {
  const finishedAt = "2026-11-02T00:00:00Z";
  const position = String(segment * SEGMENT_BYTES);
  const manifest = newManifest({
    product: "sixdoors",
    name,
    startedAt: finishedAt,
    finishedAt,
    postgres: "18",
    systemIdentifier: "1",
    timeline: 1,
    startPosition: position,
    stopPosition: position,
    archive,
    schema: 1,
    masterKey: null,
    rows: {},
    folders: [],
    files: [{ path: "PG_VERSION", bytes: 3, sha256: sha256("18\n") }],
  });
  const place = path.join(folder.base, name);
  await mkdir(path.join(place, "files"), { recursive: true });
  await writeFile(path.join(place, "files", "PG_VERSION"), "18\n");
  await writeFile(path.join(place, MANIFEST), writeManifest(manifest, sha256));
}

/** Two backups, and the segments of these numbers. */
async function makeBackups(t: TestContext, segments: readonly number[]): Promise<BackupFolder> {
  const folder = new BackupFolder(await makeFolder(t));
  await addBackup(folder, NAMES[0], { segment: 1 });
  await addBackup(folder, NAMES[1], { segment: 5 });
  await mkdir(folder.archive(ARCHIVE), { recursive: true });
  for (const number of segments) {
    await writeFile(path.join(folder.archive(ARCHIVE), `${segmentName(1, number)}.gz`), "");
  }
  return folder;
}

test("pruning keeps every segment that a kept backup needs", async (t) => {
  const folder = await makeBackups(t, [1, 2, 3, 4, 5, 6]);
  const pruned = await pruneBackups(folder, { count: 1, days: 0 }, { now: NOW });
  assert.deepEqual(pruned, { backups: [NAMES[0]], segments: 4, damaged: [] });
  assert.deepEqual([...(await folder.listArchived(ARCHIVE))].toSorted(), [
    segmentName(1, 5),
    segmentName(1, 6),
  ]);
});

test("pruning keeps the archive while a manifest cannot be read", async (t) => {
  const folder = await makeBackups(t, [1, 2, 5, 6]);
  await writeFile(path.join(folder.base, NAMES[0], MANIFEST), "{");
  const pruned = await pruneBackups(folder, { count: 1, days: 0 }, { now: NOW });
  assert.deepEqual([pruned.backups, pruned.segments], [[], 0]);
  assert.match(pruned.damaged.join(), /^The manifest .+-0001\/manifest.json is damaged/);
  assert.equal((await folder.listArchived(ARCHIVE)).size, 4);
});

test("a prune that is killed leaves no damaged backup, and the next one removes archived log again", async (t) => {
  const { path: place } = await makeBackups(t, [1, 2, 5, 6]);
  const stopped = new BackupFolder(place, async (tree) => {
    await rm(path.join(tree, MANIFEST));
    throw new Error("killed");
  });
  const rule = { count: 1, days: 0 };
  await assert.rejects(pruneBackups(stopped, rule, { now: NOW }), /killed/);
  const folder = new BackupFolder(place);
  const pruned = await pruneBackups(folder, rule, { now: NOW });
  assert.deepEqual(pruned, { backups: [], segments: 2, damaged: [] });
  await folder.removeDrafts();
  assert.deepEqual(await readdir(folder.base), [NAMES[1]]);
});

test("a restore to a moment uses the newest backup whose log reaches it", async (t) => {
  const folder = new BackupFolder(await makeFolder(t));
  await addBackup(folder, NAMES[0], { segment: 1 });
  await addBackup(folder, NAMES[1], { segment: 5, archive: null });
  await mkdir(folder.archive(ARCHIVE), { recursive: true });
  const segment = path.join(folder.archive(ARCHIVE), `${segmentName(1, 2)}.gz`);
  await writeFile(segment, "");
  await utimes(segment, new Date(NOW.epochMilliseconds), new Date(NOW.epochMilliseconds));
  const choose = async (at: Temporal.Instant) =>
    (await chooseBackup(folder, { kind: "moment", at }, undefined)).name;
  assert.equal(await choose(NOW.subtract({ hours: 1 })), NAMES[0]);
  // No log reaches this one: the newest backup says so when the log has been replayed.
  assert.equal(await choose(NOW.add({ hours: 1 })), NAMES[1]);
});

test("a restore of everything is refused if the archive has a gap", async (t) => {
  const folder = await makeBackups(t, [6, 8]);
  const backup = await folder.findNewest();
  const cluster = path.join(await makeFolder(t), "postgres");
  await assert.rejects(
    layOutBackup({ folder, backup, cluster, account: undefined }, { kind: "latest" }),
    /The archive has a gap after 1 segments .* Use --to with a moment before the gap/,
  );
});

test("a file that cannot be written is not reported as a backup that cannot be read", async (t) => {
  const folder = await makeBackups(t, []);
  const backup = await folder.findNewest();
  const cluster = await makeFolder(t);
  await writeFile(path.join(cluster, "PG_VERSION"), "taken");
  const layOut = () =>
    layOutBackup({ folder, backup, cluster, account: undefined }, { kind: "backup" });
  await assert.rejects(layOut(), { code: "EEXIST" });
});
