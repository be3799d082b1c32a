/** `backup`: makes, lists, verifies and removes backups of the embedded PostgreSQL. */

import { openBackupFolder, requireEmbedded } from "../../app/backup/backup-place.ts";
import {
  type BackupSummary,
  summarizeBackup,
  summarizeBackups,
  verifyStoredBackup,
} from "../../app/backup/describe-backups.ts";
import { makeBackup, type Pruned, pruneFolder } from "../../app/backup/make-backup.ts";
import { requireExistingDatabase } from "../../app/database/database-place.ts";
import { type Installation, joinInstallation } from "../../app/database/installation.ts";
import type { Config } from "../../config.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import { linesOrMessage, type OutputOptions, print } from "../output.ts";

export interface BackupOptions extends OutputOptions {
  readonly folder?: string;
  readonly keep?: string;
  readonly keepDays?: string;
}

export async function createBackupCommand(config: Config, options: BackupOptions): Promise<void> {
  requireEmbedded(config);
  const rule = readKeepRule(options);
  const folder = await openBackupFolder(config, options);
  await withDatabase(config, async (installation) => {
    const backup = await makeBackup(installation, folder);
    const removed = await pruneFolder(installation, folder, rule);
    const summary = await summarizeBackup(folder, backup);
    print(options, { backup: summary, removed }, [
      `Backup ${summary.name}: ${megabytes(summary)} in ${backup.folder}`,
      ...archiveLines(backup.manifest.archive),
      ...keyLines(summary),
      ...removedLines(removed),
    ]);
  });
}

function archiveLines(archive: string | null): readonly string[] {
  if (archive !== null)
    return ["`serve` archives the log since then, so any later moment can be restored."];
  return [
    "`serve` does not archive the log in this folder: only this moment can be restored. To change that, set BACKUP_DIR of `serve` to this folder, start it, and make another backup.",
  ];
}

/** The one thing that must not lie beside a backup is the one thing it cannot be used without. */
function keyLines({ masterKey }: Pick<BackupSummary, "masterKey">): readonly string[] {
  if (masterKey === null) return [];
  return [
    `It needs master key ${masterKey}, which is not in it. Keep the key as long as the backup, and never in the same place.`,
  ];
}

export async function listBackupsCommand(config: Config, options: BackupOptions): Promise<void> {
  requireEmbedded(config);
  const found = await summarizeBackups(await openBackupFolder(config, options));
  const lines = found.backups.map(
    (one) =>
      `${one.name}  ${megabytes(one).padStart(9)}  restorable until ${one.restorableUntil}  key ${one.masterKey ?? "none"}`,
  );
  const message = "No backups. Make one with `sixdoors backup`.";
  print(options, found, [...damagedLines(found.damaged), ...linesOrMessage(message, lines)]);
  if (found.damaged.length > 0) commandProcess().exitCode = 1;
}

export async function verifyBackupCommand(
  config: Config,
  name: string | undefined,
  options: BackupOptions,
): Promise<void> {
  requireEmbedded(config);
  const check = await verifyStoredBackup(await openBackupFolder(config, options), name);
  const isSound = check.problems.length === 0;
  print(options, { ...check, isSound }, [
    ...check.problems,
    `Backup ${check.name}: ${check.files} files and ${check.segments} archived segments were read.`,
    isSound ? "The backup is intact." : "The backup is damaged. Make another one now.",
  ]);
  if (!isSound) commandProcess().exitCode = 1;
}

export async function pruneBackupsCommand(config: Config, options: BackupOptions): Promise<void> {
  requireEmbedded(config);
  const rule = readKeepRule(options);
  const folder = await openBackupFolder(config, options);
  await withDatabase(config, async (installation) => {
    const removed = await pruneFolder(installation, folder, rule);
    print(options, { removed }, linesOrMessage("Nothing to remove.", removedLines(removed)));
    if (removed.damaged.length > 0) commandProcess().exitCode = 1;
  });
}

function removedLines({ backups, segments, damaged }: Pruned): readonly string[] {
  return [
    ...backups.map((name) => `Removed backup ${name}.`),
    ...(segments === 0 ? [] : [`Removed ${segments} archived segments that no backup needs.`]),
    ...damagedLines(damaged),
  ];
}

function damagedLines(damaged: readonly string[]): readonly string[] {
  if (damaged.length === 0) return [];
  return [
    ...damaged,
    "While a backup is damaged, no archived segment is removed, because it may need them. Remove its folder if another backup is good.",
  ];
}

function readKeepRule({ keep = "7", keepDays = "0" }: BackupOptions) {
  const [count, days] = [Number(keep), Number(keepDays)];
  if (!/^\d{1,4}$/.test(keep) || count < 1 || count > 1_000) {
    throw new StartError("--keep must be a number from 1 to 1000.");
  }
  if (!/^\d{1,4}$/.test(keepDays) || days > 3_650) {
    throw new StartError("--keep-days must be a number from 0 to 3650.");
  }
  return { count, days };
}

/** Neither keys nor the schema of this release are needed: a backup must always be possible. */
async function withDatabase(
  config: Config,
  work: (installation: Installation) => Promise<void>,
): Promise<void> {
  await requireExistingDatabase(config);
  const installation = await joinInstallation(config);
  try {
    await work(installation);
  } finally {
    await installation.close();
  }
}

function megabytes({ bytes }: Pick<BackupSummary, "bytes">): string {
  return `${Math.ceil(bytes / 1_048_576)} MB`;
}
