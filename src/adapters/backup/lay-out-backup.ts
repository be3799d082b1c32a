/**
 * Lays a backup out as PostgreSQL's data folder, together with the archived log that continues it. When
 * the server starts there, it replays the log up to the wanted moment.
 */
import { chownSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../../ports/start-error.ts";
import { isWriteRefused } from "../../values/files/disk-failure.ts";
import { type BackupFolder, filesFolder, PACKED, type StoredBackup } from "./backup-folder.ts";
import { copyPrivately } from "./copy-files.ts";
import { openPacked } from "./packed-segments.ts";
import { makePrivateFolder, syncFolderNames, writePrivately } from "./private-files.ts";
import { listContinuation } from "./verify-backup.ts";
import { SEGMENT_BYTES } from "./wal-segments.ts";

export type RestorePoint =
  /** The end of the backup itself. */
  | { readonly kind: "backup" }
  /** Everything that was archived. */
  | { readonly kind: "latest" }
  | { readonly kind: "moment"; readonly at: Temporal.Instant };

export interface LayoutNeeds {
  readonly folder: BackupFolder;
  readonly backup: StoredBackup;
  /** An empty or missing folder. */
  readonly cluster: string;
  /** The account that the server runs as, if it is another one. */
  readonly account: { readonly uid: number; readonly gid: number } | undefined;
}

/** Returns how many archived segments were added. Every copied file is compared with the manifest. */
export async function layOutBackup(needs: LayoutNeeds, point: RestorePoint): Promise<number> {
  const { backup, cluster } = needs;
  await makePrivateFolder(cluster);
  for (const folder of backup.manifest.folders) await makePrivateFolder(path.join(cluster, folder));
  for (const file of backup.manifest.files) {
    const source = path.join(filesFolder(backup.folder), file.path);
    const copied = await copyPrivately(source, path.join(cluster, file.path)).catch(
      (error: NodeJS.ErrnoException) => explainMissing(error, source),
    );
    if (copied.sha256 !== file.sha256) throw damaged(file.path);
  }
  const unbroken = point.kind === "backup" ? [] : await findContinuation(needs, point);
  for (const segment of unbroken) await unpackSegment(needs, segment);
  await writeFile(path.join(cluster, "recovery.signal"), "", { mode: 0o600 });
  await finishLayout(needs, unbroken);
  return unbroken.length;
}

/** The end of an archive with a gap cannot be reached. A moment may be before the gap. */
async function findContinuation(
  { folder, backup }: LayoutNeeds,
  { kind }: RestorePoint,
): Promise<readonly string[]> {
  const { unbroken, afterGap } = await listContinuation(folder, backup);
  if (kind !== "latest" || afterGap === 0) return unbroken;
  throw new StartError(
    `The archive has a gap after ${unbroken.length} segments that continue the backup ${backup.name}: ${afterGap} later ones cannot be replayed. Nothing was restored. Use --to with a moment before the gap, or a later backup with --backup.`,
  );
}

async function unpackSegment({ folder, backup, cluster }: LayoutNeeds, segment: string) {
  const archive = folder.archive(backup.manifest.archive ?? "");
  const source = path.join(archive, `${segment}${PACKED}`);
  const target = path.join(cluster, "pg_wal", segment);
  const bytes = await writePrivately(target, () => openPacked(source)).catch((error: unknown) => {
    if (isWriteRefused(error)) throw error;
    throw damaged(`the archived segment ${segment}`);
  });
  if (bytes !== SEGMENT_BYTES) throw damaged(`the archived segment ${segment}`);
}

/** Gives everything to the server's account, and makes sure that it is on the disk. */
async function finishLayout(
  { backup, cluster, account }: LayoutNeeds,
  segments: readonly string[],
): Promise<void> {
  const { folders, files } = backup.manifest;
  const all = ["", "recovery.signal", ...folders, ...files.map((file) => file.path)];
  const added = segments.map((segment) => `pg_wal/${segment}`);
  if (account !== undefined) {
    for (const each of [...all, ...added]) {
      chownSync(path.join(cluster, each), account.uid, account.gid);
    }
  }
  for (const folder of ["", ...folders]) await syncFolderNames(path.join(cluster, folder));
}

/** Errors of the file that is written, such as a full disk, say nothing about the backup. */
function explainMissing(error: NodeJS.ErrnoException, source: string): never {
  if (error.path !== source && error.syscall !== "read") throw error;
  throw new StartError(`The backup cannot be read: ${source} (${error.code}). Use another one.`);
}

function damaged(what: string): StartError {
  return new StartError(`The backup is damaged: ${what}. Nothing was restored. Use another one.`);
}

/**
 * Flags for the server that replays the log. All segments are in their place, so the command that would
 * fetch more of them finds none.
 */
export function recoveryFlags(point: RestorePoint): readonly string[] {
  const settings = [
    "restore_command=exit 1",
    "recovery_target_timeline=current",
    // Nobody may connect before everything is replayed.
    "hot_standby=off",
    ...target(point),
  ];
  return settings.flatMap((setting) => ["-c", setting]);
}

function target(point: RestorePoint): readonly string[] {
  if (point.kind === "latest") return [];
  const promote = "recovery_target_action=promote";
  if (point.kind === "backup") return ["recovery_target=immediate", promote];
  return [`recovery_target_time=${writeTargetTime(point.at)}`, promote];
}

/** PostgreSQL reads this setting before it knows names of time zones, and Z counts as one. */
function writeTargetTime(at: Temporal.Instant): string {
  return at.toString({ smallestUnit: "microsecond" }).replace("T", " ").replace("Z", "+00");
}
