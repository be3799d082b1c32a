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

type EndArchive = (withinMs: number) => Promise<void>;

const BEGUN =
  "a new archive of the write-ahead log begins; nothing from now on can be restored until there is a base backup: run `sixdoors backup` now";

/** Returns a function that stops it. */
export async function startArchive(
  { place, config, log }: Installation,
  owner: DatabasePool,
): Promise<EndArchive> {
  const { backupDir } = config;
  if (place.isEmbedded && backupDir !== undefined) {
    requireSeparateFolders(backupDir, place.dataDir);
    return startArchiveIn(new BackupFolder(backupDir), { owner, place, config, log });
  }
  // After an import into another server, or without BACKUP_DIR, nobody may wait for a backup.
  await new BackupStateStore(owner).forgetAll();
  // Nobody copies segments any more, so the server must not keep them.
  if (place.isEmbedded)
    await openArchive(new BackupFolder(place.dataDir), place, { owner }).dropSlots();
  return async () => {};
}

async function startArchiveIn(
  folder: BackupFolder,
  { owner, place, config, log }: Omit<Installation, "close">,
): Promise<EndArchive> {
  const server = new BackupServerStore(owner);
  const states = new BackupStateStore(owner);
  const onFailure = (error: unknown) =>
    log.error({ err: error }, "the write-ahead log could not be archived; the job tries again");
  const onBegin = async () => {
    await states.forgetBase();
    log.error(BEGUN);
  };
  const archive = openArchive(folder, place, { owner, onBegin });
  // Before backups are expected: after the first start ever, the age of the first one counts from now.
  await archive.openArchive().catch(onFailure);
  await states.expectBackups();
  return startArchiving({
    archive,
    endAfterMs: config.backupLogMs,
    readNow: async () => (await server.readFacts()).now,
    onArchived: (until) => states.recordArchived(until),
    onFailure,
  });
}

function openArchive(
  folder: BackupFolder,
  { dataDir }: Installation["place"],
  more: { readonly owner: DatabasePool; readonly onBegin?: () => Promise<void> },
): WalArchive {
  const { cluster } = new DataFolder(dataDir);
  const { owner: db, ...rest } = more;
  return new WalArchive({ db, cluster, folder, ...rest });
}
