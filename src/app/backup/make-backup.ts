/** Makes a base backup of the embedded server, and removes old ones. */
import path from "node:path";
import type { BackupFolder, StoredBackup } from "../../adapters/backup/backup-folder.ts";
import { refuseNewArchive } from "../../adapters/backup/backup-segments.ts";
import { archiveSlotName, BackupServerStore } from "../../adapters/backup/backup-server-store.ts";
import { makeBaseBackup } from "../../adapters/backup/base-backup.ts";
import { type KeepRule, type Pruned, pruneBackups } from "../../adapters/backup/prune-backups.ts";
import { WalArchive } from "../../adapters/backup/wal-archive.ts";
import { DataFolder } from "../../adapters/embedded-postgres/data-folder.ts";
import { BackupStateStore } from "../../core/figures/backup-state-store.ts";
import { findMasterKeyId, findSchemaNumber } from "../../db/transfer/catalog.ts";
import type { Installation } from "../database/installation.ts";
import { VERSION } from "../version.ts";

export type { Pruned };

/** Writes a backup that can be restored alone. An archive, if there is one, continues it. */
export async function makeBackup(
  { owner, place }: Installation,
  folder: BackupFolder,
): Promise<StoredBackup> {
  const { cluster, path: dataDir } = new DataFolder(place.dataDir);
  const states = new BackupStateStore(owner);
  const id = await findServedArchive(new BackupServerStore(owner), folder);
  const running = new WalArchive({ db: owner, cluster, folder, onBegin: refuseNewArchive });
  const archive = id === null ? null : running.continueArchive(id);
  const backup = await makeBaseBackup({
    owner,
    cluster,
    folder,
    archive,
    password: path.join(dataDir, "postgres.password"),
    product: `sixdoors ${VERSION}`,
    postgres: (await new DataFolder(dataDir).clusterVersion()) ?? "",
    readSchema: () => findSchemaNumber(owner),
    readMasterKey: () => findMasterKeyId(owner),
    countRows: () => states.countRows(),
  });
  const finishedAt = Temporal.Instant.from(backup.manifest.finishedAt);
  if (id !== null) await states.recordBase(finishedAt, archiveSlotName(id));
  return backup;
}

/**
 * The archive that `serve` writes in this folder. The settings of this command say nothing about it: it
 * may run without BACKUP_DIR, or with another one than `serve`.
 */
export async function findServedArchive(
  server: Pick<BackupServerStore, "listArchiveSlots">,
  folder: Pick<BackupFolder, "hasArchive">,
): Promise<string | null> {
  for (const { id, from } of await server.listArchiveSlots()) {
    if (from !== undefined && (await folder.hasArchive(id))) return id;
  }
  return null;
}

export async function pruneFolder(
  { owner }: Pick<Installation, "owner">,
  folder: BackupFolder,
  rule: KeepRule,
): Promise<Pruned> {
  const server = new BackupServerStore(owner);
  const { now } = await server.readFacts();
  const active = (await server.listArchiveSlots())[0]?.id;
  return pruneBackups(folder, rule, {
    now,
    ...(active === undefined ? {} : { activeArchive: active }),
  });
}
