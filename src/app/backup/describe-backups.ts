/** What commands show about backups. */
import { stat } from "node:fs/promises";
import path from "node:path";
import {
  type BackupFolder,
  PACKED,
  type StoredBackup,
} from "../../adapters/backup/backup-folder.ts";
import {
  type BackupCheck,
  listContinuation,
  verifyBackup,
} from "../../adapters/backup/verify-backup.ts";

export interface BackupSummary {
  readonly name: string;
  readonly finishedAt: string;
  readonly bytes: number;
  readonly postgres: string;
  readonly schema: number | null;
  readonly masterKey: string | null;
  /** How many archived segments continue it. */
  readonly segments: number;
  /** About until when it can be restored: when the last of these segments was archived. */
  readonly restorableUntil: string;
}

export async function summarizeBackup(
  folder: BackupFolder,
  backup: StoredBackup,
): Promise<BackupSummary> {
  const { name, finishedAt, files, postgres, schema, masterKey, archive } = backup.manifest;
  const { unbroken } = await listContinuation(folder, backup);
  const last = unbroken.at(-1);
  const file = last && path.join(folder.archive(archive ?? ""), `${last}${PACKED}`);
  const until = file === undefined ? finishedAt : await readChangeTime(file);
  const bytes = files.reduce((sum, each) => sum + each.bytes, 0);
  const segments = unbroken.length;
  return { name, finishedAt, bytes, postgres, schema, masterKey, segments, restorableUntil: until };
}

async function readChangeTime(file: string): Promise<string> {
  const { mtimeMs } = await stat(file);
  return Temporal.Instant.fromEpochMilliseconds(Math.trunc(mtimeMs)).toString();
}

/** Oldest first. `damaged` has a sentence for each backup that cannot be used. */
export async function summarizeBackups(folder: BackupFolder) {
  const damaged: string[] = [];
  const backups = await folder.listBackups((error) => damaged.push(error.message));
  const summaries: BackupSummary[] = [];
  for (const backup of backups) summaries.push(await summarizeBackup(folder, backup));
  return { backups: summaries, damaged };
}

export async function verifyStoredBackup(
  folder: BackupFolder,
  name: string | undefined,
): Promise<BackupCheck> {
  const found = name === undefined ? await folder.findNewest() : await folder.findBackup(name);
  return verifyBackup(folder, found);
}
