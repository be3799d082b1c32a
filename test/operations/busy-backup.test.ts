/** A backup while so much log is written that the server does not keep it for the backup. */
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { BackupServerStore } from "../../src/adapters/backup/backup-server-store.ts";
import { makeBaseBackup } from "../../src/adapters/backup/base-backup.ts";
import { verifyBackup } from "../../src/adapters/backup/verify-backup.ts";
import { WalArchive } from "../../src/adapters/backup/wal-archive.ts";
import { segmentName, segmentNumber } from "../../src/adapters/backup/wal-segments.ts";
import { joinEmbedded } from "../../src/adapters/embedded-postgres/embedded-postgres.ts";
import { openOwner } from "../../src/app/database/installation.ts";
import { openBackupFolder } from "../kit/backup-folder.ts";
import { atEnd } from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";

const SEGMENTS = 4;
/** Less than these segments. */
const LIMIT = ["max_slot_wal_keep_size=16MB", "min_wal_size=32MB"];

async function openScene(t: TestContext) {
  const dataDir = await openStartedDir(t);
  const server = await joinEmbedded({
    dataDir,
    dataDirIsDefault: false,
    log: () => {},
    flags: LIMIT.flatMap((setting) => ["-c", setting]),
  });
  atEnd(t, () => server.stop());
  const owner = openOwner(server.connectionString);
  atEnd(t, () => owner.close());
  const folder = await openBackupFolder(t);
  const cluster = path.join(dataDir, "postgres");
  const archive = new WalArchive({ db: owner, cluster, folder });
  const store = new BackupServerStore(owner);
  /** Fills segments, and lets the server remove what it does not have to keep. */
  const write = async (afterEach: () => Promise<unknown>) => {
    for (let number = 0; number < SEGMENTS; number++) {
      await owner.rows`select pg_logical_emit_message(true, 'test', repeat('x', 100000))`;
      await store.switchSegment();
      await afterEach();
      await owner.rows`checkpoint`;
    }
  };
  const needs = {
    owner,
    cluster,
    folder,
    password: path.join(dataDir, "postgres.password"),
    product: "sixdoors",
    postgres: "18",
    readSchema: async () => undefined,
    readMasterKey: async () => undefined,
  };
  return { folder, archive, needs, write };
}

type Scene = Awaited<ReturnType<typeof openScene>>;

test("backups of a busy server, one after the other", async (t) => {
  const scene = await openScene(t);
  await t.test("one takes its log from the archive if the server has removed it meanwhile", () =>
    backUpFromArchive(scene),
  );
  await scene.archive.dropSlots();
  await t.test("one without an archive says why the server ended it, and what to do", () =>
    backUpWithoutArchive(scene),
  );
});

async function backUpFromArchive({ folder, archive, needs, write }: Scene): Promise<void> {
  const id = await archive.openArchive();
  await archive.copyFinished();
  const countRows = async () => {
    await write(() => archive.copyFinished());
    return {};
  };
  const backup = await makeBaseBackup({
    ...needs,
    archive: archive.continueArchive(id),
    countRows,
  });
  const { manifest } = backup;
  const first = segmentName(manifest.timeline, segmentNumber(BigInt(manifest.startPosition)));
  const names = manifest.files.map((file) => file.path);
  assert.ok(names.includes(`pg_wal/${first}`));
  assert.ok(names.filter((name) => name.startsWith("pg_wal/")).length > SEGMENTS);
  const kept = await readdir(path.join(needs.cluster, "pg_wal"));
  assert.ok(!kept.includes(first), "the server did not remove the log");
  assert.deepEqual((await verifyBackup(folder, backup)).problems, []);
}

async function backUpWithoutArchive({ needs, write }: Scene): Promise<void> {
  const countRows = async () => {
    await write(async () => {});
    return {};
  };
  await assert.rejects(
    makeBaseBackup({ ...needs, archive: null, countRows }),
    /more than 8 GB of write-ahead log .* Set BACKUP_DIR of `serve`/,
  );
}
