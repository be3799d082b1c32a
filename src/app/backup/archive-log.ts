/** Starts archiving the write-ahead log, if the server is the embedded one and BACKUP_DIR is set. */

import { BackupFolder } from "../../adapters/backup/backup-folder.ts";
import { BackupServerStore } from "../../adapters/backup/backup-server-store.ts";
import { WalArchive } from "../../adapters/backup/wal-archive.ts";
import { DataFolder } from "../../adapters/embedded-postgres/data-folder.ts";
import { BackupStateStore } from "../../core/figures/backup-state-store.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { startArchiving } from "../../jobs/archive-log.ts";
import type { Installation } from "../database/installation.ts";
import { requireSeparateFolders } from "./backup-place.ts";

/** Returns a function that stops it. */
export async function startArchive(
  { place, config, log }: Installation,
  owner: DatabasePool,
): Promise<(withinMs: number) => Promise<void>> {
  if (!place.isEmbedded) return async () => {};
  const { cluster } = new DataFolder(place.dataDir);
  const { backupDir } = config;
  if (backupDir === undefined) {
    // Nobody copies segments any more, so the server must not keep them.
    const none = new BackupFolder(place.dataDir);
    await new WalArchive({ db: owner, cluster, folder: none }).dropSlots();
    return async () => {};
  }
  requireSeparateFolders(backupDir, place.dataDir);
  const folder = new BackupFolder(backupDir);
  const server = new BackupServerStore(owner);
  const states = new BackupStateStore(owner);
  await states.expectBackups();
  return startArchiving({
    archive: new WalArchive({ db: owner, cluster, folder }),
    endAfterMs: config.backupLogMs,
    readNow: async () => (await server.readFacts()).now,
    onArchived: (until) => states.recordDone("archive", until),
    onFailure: (error) =>
      log.error({ err: error }, "the write-ahead log could not be archived; the job tries again"),
  });
}
