/**
 * The folder of backups: `base/<name>/` has a base backup each, and `wal/<archive>/` the segments of the
 * write-ahead log that were archived since.
 */
import { createHash } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { StartError } from "../../ports/start-error.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { isExistingFolder, renameDurably } from "./private-files.ts";
import { isSegmentName } from "./wal-segments.ts";

/** The ending of what is not complete. */
export const DRAFT = ".part";
/** Archived segments are compressed: those that are not full are mostly zeros. */
export const PACKED = ".gz";
const NAME = /^\d{8}T\d{6}Z-[0-9a-f]{4}$/;

export interface StoredBackup {
  readonly name: string;
  readonly folder: string;
  readonly manifest: Manifest;
}

export class BackupFolder {
  readonly path: string;
  readonly base: string;
  readonly #removeTree: (tree: string) => Promise<void>;

  constructor(folder: string, removeTree = removeWholly) {
    this.path = folder;
    this.#removeTree = removeTree;
    this.base = path.join(folder, "base");
  }

  /** It is never created: if its disk is not mounted, backups would fill the disk of the system. */
  async requireExisting(): Promise<void> {
    if (await isExistingFolder(this.path)) return;
    throw new StartError(
      `The folder for backups (${this.path}) does not exist. Mount its disk, or create the folder: mkdir -p ${this.path}`,
    );
  }

  archive(id: string): string {
    return path.join(this.path, "wal", id);
  }

  /** Oldest first. A backup whose manifest is damaged is left out and reported. */
  async listBackups(onDamaged: (error: StartError) => void = () => {}): Promise<StoredBackup[]> {
    const names = (await readNames(this.base)).filter((name) => NAME.test(name)).sort();
    const found = await Promise.all(
      names.map((name) =>
        this.#read(name).catch((error: unknown) => {
          if (!(error instanceof StartError)) throw error;
          onDamaged(error);
          return undefined;
        }),
      ),
    );
    return found.filter((one) => one !== undefined);
  }

  async findBackup(name: string): Promise<StoredBackup> {
    const isThere = NAME.test(name) && (await readNames(this.base)).includes(name);
    if (isThere) return this.#read(name);
    throw new StartError(
      `There is no backup "${name}" in ${this.path}. List all with \`sixdoors backup list\`.`,
    );
  }

  async findNewest(): Promise<StoredBackup> {
    const newest = (await this.listBackups()).at(-1);
    if (newest !== undefined) return newest;
    throw new StartError(
      `There is no backup in ${this.path}. Make one with \`sixdoors backup\`, or name another folder with BACKUP_DIR or --folder.`,
    );
  }

  /** The names of the archived segments. */
  async listArchived(id: string): Promise<ReadonlySet<string>> {
    const names = await readNames(this.archive(id));
    const whole = names.filter((name) => name.endsWith(PACKED));
    return new Set(whole.map((name) => name.slice(0, -PACKED.length)).filter(isSegmentName));
  }

  /** Whether `serve` archives into this folder. It makes the folder of its archive in the first round. */
  async hasArchive(id: string): Promise<boolean> {
    return isExistingFolder(this.archive(id));
  }

  listArchives(): Promise<readonly string[]> {
    return readNames(path.join(this.path, "wal"));
  }

  /** It loses its name first: what a killed removal leaves is a draft, and not a damaged backup. */
  async removeBackup(name: string): Promise<void> {
    const draft = `${name}${DRAFT}`;
    await renameDurably(path.join(this.base, name), path.join(this.base, draft));
    await this.#removeDraft(draft);
  }

  async #removeDraft(name: string): Promise<void> {
    await this.#removeTree(path.join(this.base, name));
  }

  /** What killed backups and removals left behind. Call it while no backup is being made. */
  async removeDrafts(): Promise<void> {
    const drafts = (await readNames(this.base)).filter((name) => name.endsWith(DRAFT));
    for (const name of drafts) await this.#removeDraft(name);
  }

  /** What archivers left behind that were killed. Call it while no other archives. */
  async removeArchiveDrafts(id: string): Promise<void> {
    const drafts = (await readNames(this.archive(id))).filter((name) => name.endsWith(DRAFT));
    for (const name of drafts) await rm(path.join(this.archive(id), name), { force: true });
  }

  async removeSegment(id: string, segment: string): Promise<void> {
    await rm(path.join(this.archive(id), `${segment}${PACKED}`), { force: true });
  }

  async removeArchive(id: string): Promise<void> {
    await rm(this.archive(id), { recursive: true, force: true });
  }

  async #read(name: string): Promise<StoredBackup> {
    const folder = path.join(this.base, name);
    return { name, folder, manifest: await readManifest(folder, sha256) };
  }
}

async function removeWholly(tree: string): Promise<void> {
  await rm(tree, { recursive: true, force: true });
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A folder that does not exist has no names. */
async function readNames(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new StartError(`The folder ${folder} cannot be read (${error.code}).`);
  });
}

/** The place of a backup's files, which is laid out as PostgreSQL's data folder. */
export function filesFolder(backup: string): string {
  return path.join(backup, "files");
}

/** The file with the password of the embedded server, beside the files. */
export function passwordFile(backup: string): string {
  return path.join(backup, "postgres.password");
}

export function isInside(inner: string, outer: string): boolean {
  const relative = path.relative(path.resolve(outer), path.resolve(inner));
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}

export async function exists(target: string): Promise<boolean> {
  return stat(target).then(
    () => true,
    () => false,
  );
}
