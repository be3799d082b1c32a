/** Removes old backups, and the archived segments that no kept backup needs. */
import type { BackupFolder, StoredBackup } from "./backup-folder.ts";
import { segmentName, segmentNumber } from "./wal-segments.ts";

export interface KeepRule {
  /** The newest backups that are always kept. */
  readonly count: number;
  /** Younger backups are kept, too. */
  readonly days: number;
}

export interface Pruned {
  readonly backups: readonly string[];
  readonly segments: number;
  /** A sentence for each backup that cannot be read. While there are any, no segment is removed. */
  readonly damaged: readonly string[];
}

/** Oldest first, as given. Pure. */
export function chooseExpired(
  backups: readonly StoredBackup[],
  { count, days }: KeepRule,
  now: Temporal.Instant,
): readonly StoredBackup[] {
  const oldest = now.subtract({ hours: 24 * days });
  const beyondCount = backups.slice(0, Math.max(0, backups.length - count));
  return beyondCount.filter(
    ({ manifest }) => Temporal.Instant.compare(manifest.finishedAt, oldest) < 0,
  );
}

/** `activeArchive` is the one that is written now. It may not have a backup yet. */
export async function pruneBackups(
  folder: BackupFolder,
  rule: KeepRule,
  { now, activeArchive }: { readonly now: Temporal.Instant; readonly activeArchive?: string },
): Promise<Pruned> {
  const damaged: string[] = [];
  const all = await folder.listBackups((error) => damaged.push(error.message));
  const expired = chooseExpired(all, rule, now);
  const kept = all.filter((backup) => !expired.includes(backup));
  for (const { name } of expired) await folder.removeBackup(name);
  const backups = expired.map(({ name }) => name);
  let segments = 0;
  // A backup whose manifest cannot be read may need any segment.
  if (damaged.length > 0) return { backups, segments, damaged };
  for (const archive of await folder.listArchives()) {
    segments += await pruneArchive(folder, archive, { kept, activeArchive });
  }
  return { backups, segments, damaged };
}

interface Kept {
  readonly kept: readonly StoredBackup[];
  readonly activeArchive: string | undefined;
}

async function pruneArchive(
  folder: BackupFolder,
  archive: string,
  { kept, activeArchive }: Kept,
): Promise<number> {
  const users = kept.filter(({ manifest }) => manifest.archive === archive);
  const segments = await folder.listArchived(archive);
  // Without a backup, an archive cannot be restored. The active one gets its backup later.
  if (users.length === 0 && archive === activeArchive) return 0;
  if (users.length === 0) {
    await folder.removeArchive(archive);
    return segments.size;
  }
  const needed = users.map(({ manifest: { timeline, startPosition } }) =>
    segmentName(timeline, segmentNumber(BigInt(startPosition))),
  );
  const oldest = needed.sort()[0] ?? "";
  const old = [...segments].filter((segment) => segment < oldest);
  for (const segment of old) await folder.removeSegment(archive, segment);
  return old.length;
}
