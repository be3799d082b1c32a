/** An empty folder for backups. */
import type { TestContext } from "node:test";
import { BackupFolder } from "../../src/adapters/backup/backup-folder.ts";
import { makeFolder } from "./process.ts";
import { findQuickFolder } from "./quick-folder.ts";

/** In memory: a backup has as many files as its server, and each is written to the disk at once. */
export async function openBackupFolder(t: TestContext): Promise<BackupFolder> {
  return new BackupFolder(await makeFolder(t, await findQuickFolder()));
}
