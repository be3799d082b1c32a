/** Chooses the backup from which a moment can be restored. */
import type { BackupFolder, StoredBackup } from "../../adapters/backup/backup-folder.ts";
import type { RestorePoint } from "../../adapters/backup/lay-out-backup.ts";
import { StartError } from "../../ports/start-error.ts";
import { summarizeBackup } from "./describe-backups.ts";

/** The newest backup, the named one, or the newest from which the wanted moment can be restored. */
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
  const earlier = backups.filter((backup) => endedBefore(backup, point.at));
  const found = (await findReaching(folder, earlier, point.at)) ?? earlier.at(-1);
  if (found !== undefined) return found;
  throw new StartError(
    `No backup ended before ${point.at}. The oldest is from ${backups[0]?.manifest.finishedAt}.`,
  );
}

/** The newest of these whose archived log was still written at this moment. */
async function findReaching(
  folder: BackupFolder,
  backups: readonly StoredBackup[],
  moment: Temporal.Instant,
): Promise<StoredBackup | undefined> {
  for (const backup of backups.toReversed()) {
    const { restorableUntil } = await summarizeBackup(folder, backup);
    if (Temporal.Instant.compare(restorableUntil, moment) >= 0) return backup;
  }
  return undefined;
}

function endedBefore({ manifest }: StoredBackup, moment: Temporal.Instant): boolean {
  return Temporal.Instant.compare(manifest.finishedAt, moment) <= 0;
}
