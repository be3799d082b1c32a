/** Compares a backup with its manifest, and its archive with what a restore needs. Starts no server. */
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { type BackupFolder, filesFolder, PACKED, type StoredBackup } from "./backup-folder.ts";
import { digestFile } from "./copy-files.ts";
import type { BackupFile } from "./manifest.ts";
import { openPacked } from "./packed-segments.ts";
import { SEGMENT_BYTES, segmentNumber, takeUnbroken } from "./wal-segments.ts";

export interface BackupCheck {
  readonly name: string;
  readonly files: number;
  /** How many archived segments continue the backup without a gap. */
  readonly segments: number;
  readonly problems: readonly string[];
}

export async function verifyBackup(
  folder: BackupFolder,
  backup: StoredBackup,
): Promise<BackupCheck> {
  const { manifest, name } = backup;
  const problems: string[] = [];
  for (const file of manifest.files) {
    const problem = await checkFile(filesFolder(backup.folder), file);
    if (problem !== undefined) problems.push(problem);
  }
  const segments = await listContinuation(folder, backup);
  for (const segment of segments.unbroken) {
    const problem = await checkSegment(folder, manifest.archive ?? "", segment);
    if (problem !== undefined) problems.push(problem);
  }
  if (segments.afterGap > 0) {
    const { unbroken, afterGap } = segments;
    problems.push(
      `the archive has a gap: ${unbroken.length} segments continue the backup, and ${afterGap} later ones cannot be used`,
    );
  }
  return { name, files: manifest.files.length, segments: segments.unbroken.length, problems };
}

/** The archived segments that continue a backup, and how many there are after the first gap. */
export async function listContinuation(folder: BackupFolder, { manifest }: StoredBackup) {
  if (manifest.archive === null) return { unbroken: [], afterGap: 0 };
  const archived = await folder.listArchived(manifest.archive);
  const first = segmentNumber(BigInt(manifest.stopPosition)) + 1;
  const unbroken = takeUnbroken(archived, manifest.timeline, first);
  const last = unbroken.at(-1) ?? lastOwnSegment(manifest.files) ?? "";
  const afterGap = [...archived].filter((segment) => segment > last).length;
  return { unbroken, afterGap };
}

function lastOwnSegment(files: readonly BackupFile[]): string | undefined {
  const own = files.filter(({ path: name }) => name.startsWith("pg_wal/"));
  return own
    .map(({ path: name }) => name.slice("pg_wal/".length))
    .sort()
    .at(-1);
}

async function checkFile(folder: string, file: BackupFile): Promise<string | undefined> {
  try {
    const { sha256 } = await digestFile(path.join(folder, file.path));
    return sha256 === file.sha256 ? undefined : `${file.path} is damaged`;
  } catch (error) {
    return `${file.path} cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** A segment has no digest of its own: gzip has a checksum, and each record of the log another. */
async function checkSegment(
  folder: BackupFolder,
  archive: string,
  segment: string,
): Promise<string | undefined> {
  let bytes = 0;
  const count = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) bytes += chunk.length;
  };
  try {
    const file = path.join(folder.archive(archive), `${segment}${PACKED}`);
    await pipeline(...openPacked(file), count);
  } catch (error) {
    return `the archived segment ${segment} cannot be read (${(error as NodeJS.ErrnoException).code})`;
  }
  return bytes === SEGMENT_BYTES ? undefined : `the archived segment ${segment} is not complete`;
}
