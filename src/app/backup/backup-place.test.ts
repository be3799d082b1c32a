/** The folder of backups and the data folder are apart. */
import assert from "node:assert/strict";
import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { makePrivateFolder } from "../../adapters/backup/private-files.ts";
import { readConfig } from "../../config.ts";
import { openBackupFolder, requireSeparateFolders } from "./backup-place.ts";

test("neither the data folder nor the folder for backups may be in the other", () => {
  assert.doesNotThrow(() => requireSeparateFolders("/mnt/backups", "/var/lib/sixdoors"));
  assert.doesNotThrow(() =>
    requireSeparateFolders("/var/lib/sixdoors-backups", "/var/lib/sixdoors"),
  );
  for (const inside of ["/var/lib/sixdoors", "/var/lib/sixdoors/backups"]) {
    assert.throws(
      () => requireSeparateFolders(inside, "/var/lib/sixdoors"),
      /is inside the data folder and would be lost with it/,
    );
  }
  assert.throws(
    () => requireSeparateFolders("/mnt/backups", "/mnt/backups/data"),
    /The data folder \(.*\) is inside the folder for backups .* has nothing else in it/,
  );
});

test("a folder for backups that does not exist is refused and not created", async (t) => {
  const parent = await mkdtemp(path.join(tmpdir(), "sixdoors-place-"));
  // PostgreSQL's account must pass through.
  await chmod(parent, 0o755);
  t.after(() => rm(parent, { recursive: true }));
  const missing = path.join(parent, "mount");
  const config = readConfig({ DATA_DIR: path.join(parent, "data"), BACKUP_DIR: missing });
  const said = /mount\) does not exist\. Mount its disk, or create the folder: mkdir -p \S+mount$/;
  await assert.rejects(openBackupFolder(config, {}), said);
  await assert.rejects(openBackupFolder(config, { folder: missing }), said);
  await assert.rejects(stat(missing), /ENOENT/);
});

test("a folder is not created where the file system has none, and its absence is said", {
  skip: process.platform !== "linux" && "needs /proc",
}, async () => {
  for (const place of ["/proc/x", "/proc/self/base/x"]) {
    await assert.rejects(
      makePrivateFolder(place),
      /^StartError: No folder can be created in \/proc/,
    );
  }
});
