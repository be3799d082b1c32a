/** The archive of the write-ahead log begins anew, and the age of the newest backup says so. */
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { BackupFolder } from "../../src/adapters/backup/backup-folder.ts";
import { BackupServerStore } from "../../src/adapters/backup/backup-server-store.ts";
import { startArchive } from "../../src/app/backup/archive-log.ts";
import { makeBackup } from "../../src/app/backup/make-backup.ts";
import { type Installation, openInstallation } from "../../src/app/database/installation.ts";
import { readConfig } from "../../src/config.ts";
import { BackupStateStore } from "../../src/core/figures/backup-state-store.ts";
import { openBackupFolder } from "../kit/backup-folder.ts";
import { atEnd } from "../kit/process.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { until } from "../kit/until.ts";

const YEAR_SECONDS = 365 * 86_400;
const STOP_MS = 10_000;

test("archives of one installation, which end between the rules", async (t) => {
  const settings = { DATA_DIR: await openStartedDir(t), LOG_LEVEL: "silent" };
  const installation = await openInstallation(readConfig(settings));
  atEnd(t, () => installation.close());
  const check = (rule: string, steps: (scene: Scene, t: TestContext) => Promise<void>) =>
    t.test(rule, async (step) =>
      steps(openScene(installation, await openBackupFolder(step)), step),
    );
  await check(
    "a backup that the archive of `serve` does not continue has no archive and does not count",
    backUpBesideArchive,
  );
  await check(
    "without BACKUP_DIR, or with a server of its own, nobody waits for a backup or a drill",
    serveWithoutArchive,
  );
  await check(
    "when a new archive begins, the newest backup counts as very old, and the log says what to do",
    beginArchives,
  );
});

/** An installation, its folder for backups, and what `serve` logs as errors. */
function openScene(installation: Installation, folder: BackupFolder) {
  const { owner } = installation;
  const config = { ...installation.config, backupDir: folder.path };
  const errors: string[] = [];
  const log = Object.assign(Object.create(installation.log) as Installation["log"], {
    error: (...words: unknown[]) => void errors.push(String(words.at(-1))),
  });
  const server = new BackupServerStore(owner);
  const states = new BackupStateStore(owner);
  const serving: Installation = { ...installation, config, log };
  return { installation, serving, owner, folder, errors, server, states };
}

type Scene = ReturnType<typeof openScene>;

/** Archives until the first round has made the folder of the archive, and stops. */
async function serveShortly({ serving, owner, server, folder }: Scene): Promise<void> {
  const endArchive = await startArchive(serving, owner);
  try {
    await until(async () => {
      const [slot] = await server.listArchiveSlots();
      return slot !== undefined && (await folder.hasArchive(slot.id));
    });
  } finally {
    await endArchive(STOP_MS);
  }
}

async function beginArchives(scene: Scene): Promise<void> {
  const { installation, folder, errors, server, states } = scene;
  await serveShortly(scene);
  assert.match(errors.join(), /a new archive .* begins; .* run `sixdoors backup` now$/);
  assert.ok((await states.findAgeSeconds("base")) < 3_600, "the first backup is due soon");
  await makeBackup(installation, folder);

  await serveShortly(scene);
  assert.equal(errors.length, 1, "the archive continues");
  assert.ok((await states.findAgeSeconds("base")) < 3_600);

  const [slot] = await server.listArchiveSlots();
  await server.dropArchiveSlot(slot?.id ?? "");
  await serveShortly(scene);
  assert.equal(errors.length, 2);
  assert.ok((await states.findAgeSeconds("base")) > YEAR_SECONDS);
  await makeBackup(installation, folder);
  assert.ok((await states.findAgeSeconds("base")) < 3_600);
}

async function backUpBesideArchive(scene: Scene, t: TestContext): Promise<void> {
  const { installation, serving, owner, folder, server, states } = scene;
  const early = await makeBackup(serving, folder);
  assert.equal(early.manifest.archive, null, "BACKUP_DIR of a command archives nothing");
  assert.deepEqual(await server.listArchiveSlots(), []);
  await serveShortly(scene);
  await owner.rows`update backup_states set done_at = 'epoch' where kind = 'base'`;
  const other = await makeBackup(serving, await openBackupFolder(t));
  assert.equal(other.manifest.archive, null);
  assert.ok((await states.findAgeSeconds("base")) > YEAR_SECONDS);

  const continued = await makeBackup(installation, folder);
  const [slot] = await server.listArchiveSlots();
  assert.equal(continued.manifest.archive, slot?.id, "the command needs no BACKUP_DIR");
  assert.ok((await states.findAgeSeconds("base")) < 3_600);
}

/** Archives of the rule before it have a slot, and backups are expected. */
async function serveWithoutArchive(scene: Scene): Promise<void> {
  const { installation, serving, owner, server, states } = scene;
  const external = { ...serving, place: { ...serving.place, isEmbedded: false } };
  for (const without of [installation, external]) {
    await states.expectBackups();
    await owner.rows`update backup_states set done_at = 'epoch'`;
    await (await startArchive(without, owner))(STOP_MS);
    await states.recordDrill();
    for (const kind of ["base", "archive", "drill"] as const) {
      assert.equal(await states.findAgeSeconds(kind), 0, kind);
    }
  }
  assert.deepEqual(await server.listArchiveSlots(), []);
}
