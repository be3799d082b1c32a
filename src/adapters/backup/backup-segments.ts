/**
 * The segments of the write-ahead log that make a base backup consistent. The server keeps them for the
 * archive, if there is one, and otherwise for the session of the backup, up to its limit.
 */
import { createHash, randomBytes } from "node:crypto";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "../../ports/start-error.ts";
import { type BackupFolder, PACKED } from "./backup-folder.ts";
import type { BackupServerStore } from "./backup-server-store.ts";
import { copyPrivately } from "./copy-files.ts";
import type { BackupFile } from "./manifest.ts";
import { openPacked } from "./packed-segments.ts";
import { writePrivately } from "./private-files.ts";
import type { RunningArchive } from "./wal-archive.ts";
import { SEGMENT_BYTES } from "./wal-segments.ts";

export interface SegmentSource {
  /** Copies these segments, which have ended, to `pg_wal` in this folder. */
  copySegments(names: readonly string[], target: string): Promise<readonly BackupFile[]>;
}

interface SourceNeeds {
  readonly cluster: string;
  readonly folder: BackupFolder;
  readonly archive: RunningArchive | null;
}

/** From now on, every segment can be copied when the files have been copied. */
export async function holdSegments(
  { cluster, folder, archive }: SourceNeeds,
  server: BackupServerStore,
): Promise<SegmentSource> {
  if (archive !== null) return new ArchivedSegments(folder, archive);
  const slot = `sixdoors_backup_${randomBytes(4).toString("hex")}`;
  await server.holdSegments(slot);
  return {
    copySegments: async (names, target) => {
      const files: BackupFile[] = [];
      for (const name of names.map((each) => `pg_wal/${each}`)) {
        const copied = await copyPrivately(path.join(cluster, name), path.join(target, name));
        files.push({ path: name, ...copied });
      }
      await server.releaseSegments(slot);
      return files;
    },
  };
}

const POLL_MS = 500;
const ARCHIVED_WITHIN_MS = 600_000;

/** The server may have removed them long ago: they are in the archive. */
class ArchivedSegments implements SegmentSource {
  readonly #folder: BackupFolder;
  readonly #archive: RunningArchive;

  constructor(folder: BackupFolder, archive: RunningArchive) {
    this.#folder = folder;
    this.#archive = archive;
  }

  async copySegments(names: readonly string[], target: string): Promise<readonly BackupFile[]> {
    await this.#waitFor(names);
    const files: BackupFile[] = [];
    for (const name of names) files.push(await this.#unpack(name, target));
    return files;
  }

  /** `serve` may be copying them, or nobody. */
  async #waitFor(names: readonly string[]): Promise<void> {
    const started = performance.now();
    for (;;) {
      await this.#archive.copyFinished();
      const archived = await this.#folder.listArchived(this.#archive.id);
      if (names.every((name) => archived.has(name))) return;
      if (!(await this.#archive.isOpen())) throw archiveEnded();
      if (performance.now() - started > ARCHIVED_WITHIN_MS) throw notArchived();
      await pause(POLL_MS);
    }
  }

  async #unpack(name: string, target: string): Promise<BackupFile> {
    const file = path.join(this.#folder.archive(this.#archive.id), `${name}${PACKED}`);
    const place = `pg_wal/${name}`;
    const digest = createHash("sha256");
    const bytes = await writePrivately(path.join(target, place), () => openPacked(file), digest);
    if (bytes === SEGMENT_BYTES) return { path: place, bytes, sha256: digest.digest("hex") };
    throw new StartError(`The archived segment ${file} is damaged. Make another backup.`);
  }
}

/** A backup belongs to the archive that ran at its start. Only `serve` begins another one. */
export async function refuseNewArchive(): Promise<void> {
  throw archiveEnded();
}

function archiveEnded(): StartError {
  return new StartError(
    "The archive of the write-ahead log ended while the files were copied, so the backup is not complete. See the log of `serve`, and make another backup.",
  );
}

function notArchived(): StartError {
  return new StartError(
    "The write-ahead log of the backup was not archived within 10 minutes. See the log of `serve`, and make another backup.",
  );
}

/** PostgreSQL ends the session whose log takes more space than its limit. */
export function explainLostLog(error: unknown): unknown {
  const { code, message = "" } = error as { readonly code?: unknown; readonly message?: string };
  if (error instanceof StartError || !(code === "57P01" || LOST.test(message))) return error;
  return new StartError(
    "PostgreSQL no longer has what the backup needs. This happens if the server is stopped, or if more than 8 GB of write-ahead log are written while the files are copied. Set BACKUP_DIR of `serve` to the folder for backups, because an archived log has no such limit, or make the backup when less is written.",
  );
}

const LOST = /connection|terminat|ENOENT.*pg_wal/i;
