/** Chooses the backup from which a moment can be restored. */
import type { BackupFolder, StoredBackup } from "../../adapters/backup/backup-folder.ts";
import type { RestorePoint } from "../../adapters/backup/lay-out-backup.ts";
import { StartError } from "../../ports/start-error.ts";

/** The newest backup, the named one, or the newest that ended before the wanted moment. */
export async function chooseBackup(
  folder: BackupFolder,
  point: RestorePoint,
  name: string | undefined,
): Promise<StoredBackup> {
  const chosen =
    name === undefined ? await chooseUnnamed(folder, point) : await folder.findBackup(name);
  if (point.kind !== "moment" || endedBefore(chosen, point.at)) return chosen;
  throw new StartError(
    `The backup ${chosen.name} ended at ${chosen.manifest.finishedAt}, after the wanted moment. Name an earlier backup, or none.`,
  );
}

async function chooseUnnamed(folder: BackupFolder, point: RestorePoint): Promise<StoredBackup> {
  const newest = await folder.findNewest();
  if (point.kind !== "moment") return newest;
  const backups = await folder.listBackups();
  const found = backups.findLast((backup) => endedBefore(backup, point.at));
  if (found !== undefined) return found;
  throw new StartError(
    `No backup ended before ${point.at}. The oldest is from ${backups[0]?.manifest.finishedAt}.`,
  );
}

function endedBefore({ manifest }: StoredBackup, moment: Temporal.Instant): boolean {
  return Temporal.Instant.compare(manifest.finishedAt, moment) <= 0;
}
