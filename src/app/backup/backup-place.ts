/** The folder of backups that a command or the settings name, and what must not be in it. */
import path from "node:path";
import { BackupFolder, isInside } from "../../adapters/backup/backup-folder.ts";
import type { Config } from "../../config.ts";
import { StartError } from "../../ports/start-error.ts";
import { findDataDir } from "../database/database-place.ts";

export interface FolderOption {
  /** Instead of BACKUP_DIR. */
  readonly folder?: string;
}

export async function openBackupFolder(
  config: Config,
  { folder }: FolderOption,
): Promise<BackupFolder> {
  const named = folder === undefined ? config.backupDir : path.resolve(folder);
  if (named === undefined) {
    throw new StartError(
      "Name the folder for backups: set BACKUP_DIR, or use --folder. Choose another disk than that of the database.",
    );
  }
  requireSeparateFolders(named, await findDataDir(config));
  refuseKeyInside(config, named);
  const backups = new BackupFolder(named);
  await backups.requireExisting();
  return backups;
}

/** Neither may be in the other: a backup must survive the data folder, and must not be mixed with it. */
export function requireSeparateFolders(backups: string, dataDir: string): void {
  if (isInside(backups, dataDir)) {
    throw new StartError(
      `The folder for backups (${backups}) is inside the data folder and would be lost with it. Choose another disk.`,
    );
  }
  if (isInside(dataDir, backups)) {
    throw new StartError(
      `The data folder (${dataDir}) is inside the folder for backups (${backups}). Use a folder for backups (BACKUP_DIR, --folder) that has nothing else in it, on another disk.`,
    );
  }
}

/** Whoever has a backup and its master key can read every card number in it. */
function refuseKeyInside({ masterKeyFile }: Config, folder: string): void {
  if (masterKeyFile === undefined || !isInside(masterKeyFile, folder)) return;
  throw new StartError(
    `The master key ${masterKeyFile} is in the folder for backups. Keep it elsewhere: whoever has both can read the card numbers.`,
  );
}

/** Other servers have backups of their own. */
export function requireEmbedded({ databaseUrl }: Config): void {
  if (databaseUrl === undefined) return;
  throw new StartError(
    "`sixdoors backup` is for the embedded PostgreSQL. For a server of DATABASE_URL, use pg_basebackup, WAL-G or pgBackRest: see docs/backup.md.",
  );
}
