/**
 * Makes a base backup of the running embedded server, with PostgreSQL's functions for this
 * (pg_backup_start and pg_backup_stop): the files are copied while the server writes to them, and the
 * segments of the write-ahead log from that time, which are copied too, make them consistent.
 */
import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Database } from "../../db/database.ts";
import type { DatabasePool } from "../../db/database-pool.ts";
import { StartError } from "../../ports/start-error.ts";
import {
  type BackupFolder,
  DRAFT,
  filesFolder,
  passwordFile,
  type StoredBackup,
  sha256,
} from "./backup-folder.ts";
import { explainLostLog, holdSegments } from "./backup-segments.ts";
import { BackupServerStore, type ServerFacts } from "./backup-server-store.ts";
import { CONTROL_FILE, listClusterFiles, readControlFile } from "./cluster-files.ts";
import { copyPrivately } from "./copy-files.ts";
import {
  type BackupFile,
  MANIFEST,
  type Manifest,
  newManifest,
  type RowRange,
  writeManifest,
} from "./manifest.ts";
import {
  makePrivateFolder,
  renameDurably,
  replacePrivately,
  syncFolderNames,
  writeWholeFilePrivately,
} from "./private-files.ts";
import type { RunningArchive } from "./wal-archive.ts";
import { listSegments, SEGMENT_BYTES } from "./wal-segments.ts";

export interface BaseBackupNeeds {
  /** A pool of the owner. One of its sessions is used during the whole backup. */
  readonly owner: DatabasePool;
  /** PostgreSQL's data folder. */
  readonly cluster: string;
  /** The file with the password of the embedded server. */
  readonly password: string;
  readonly folder: BackupFolder;
  /** The archive in this folder that is written now, and had begun before the backup. */
  readonly archive: RunningArchive | null;
  readonly product: string;
  readonly postgres: string;
  readonly readSchema: () => Promise<number | undefined>;
  readonly readMasterKey: () => Promise<string | undefined>;
  readonly countRows: () => Promise<Readonly<Record<string, number>>>;
}

/** A backup exists under its name only when it is complete and on the disk. */
export async function makeBaseBackup(needs: BaseBackupNeeds): Promise<StoredBackup> {
  return needs.owner.withClient(async (client) => {
    const server = new BackupServerStore(new Database(client));
    if (!(await server.claim("backup"))) {
      throw new StartError("Another backup of this database is being made. Wait until it ends.");
    }
    try {
      await needs.folder.removeDrafts();
      return await makeClaimedBackup(needs, server);
    } finally {
      // Without a connection there is nothing to release: the claim ends with its session.
      await server.release("backup").catch(() => {});
    }
  });
}

async function makeClaimedBackup(
  needs: BaseBackupNeeds,
  server: BackupServerStore,
): Promise<StoredBackup> {
  const facts = await server.readFacts();
  requireSegmentSize(facts);
  const name = backupName(facts.now);
  const folder = path.join(needs.folder.base, name);
  const draft = `${folder}${DRAFT}`;
  try {
    const manifest = await fillDraft(needs, server, { draft, name, facts });
    await renameDurably(draft, folder);
    return { name, folder, manifest };
  } catch (error) {
    throw needs.archive === null ? explainLostLog(error) : error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function requireSegmentSize({ segmentBytes }: ServerFacts): void {
  if (segmentBytes === SEGMENT_BYTES) return;
  throw new StartError(
    "The server has WAL segments of another size than 16 MB. Use pg_basebackup.",
  );
}

function backupName(now: Temporal.Instant): string {
  const moment = now.toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "");
  return `${moment}-${randomBytes(2).toString("hex")}`;
}

interface Draft {
  readonly draft: string;
  readonly name: string;
  readonly facts: ServerFacts;
}

async function fillDraft(
  needs: BaseBackupNeeds,
  server: BackupServerStore,
  { draft, name, facts }: Draft,
): Promise<Manifest> {
  const target = filesFolder(draft);
  await makePrivateFolder(target);
  const source = await holdSegments(needs, server);
  const start = await server.startBackup(`sixdoors ${name}`);
  const { folders, files } = await copyCluster(needs.cluster, target);
  const before = await needs.countRows();
  const stopped = await server.stopBackup();
  const after = await needs.countRows();
  files.push(await addFile(target, "backup_label", stopped.label));
  await server.switchSegment();
  const segments = listSegments(facts.timeline, start, stopped.position);
  files.push(...(await source.copySegments(segments, target)));
  await copyPrivately(needs.password, passwordFile(draft));
  const finished = await server.readFacts();
  const manifest = newManifest({
    product: needs.product,
    name,
    startedAt: facts.now.toString(),
    finishedAt: finished.now.toString(),
    postgres: needs.postgres,
    systemIdentifier: facts.systemIdentifier,
    timeline: facts.timeline,
    startPosition: start.toString(),
    stopPosition: stopped.position.toString(),
    archive: needs.archive?.id ?? null,
    schema: (await needs.readSchema()) ?? null,
    masterKey: (await needs.readMasterKey()) ?? null,
    rows: joinRows(before, after),
    folders,
    files,
  });
  await replacePrivately(path.join(draft, MANIFEST), writeManifest(manifest, sha256));
  for (const folder of ["", ...folders]) await syncFolderNames(path.join(target, folder));
  await syncFolderNames(draft);
  return manifest;
}

function joinRows(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
): Record<string, RowRange> {
  return Object.fromEntries(
    Object.entries(before).map(([table, count]) => [table, [count, after[table] ?? count]]),
  );
}

async function copyCluster(cluster: string, target: string) {
  const { folders, files: names } = await listClusterFiles(cluster);
  for (const folder of folders) await makePrivateFolder(path.join(target, folder));
  const files: BackupFile[] = [];
  for (const name of names) {
    if (name === CONTROL_FILE) continue;
    const copied = await copyFile(cluster, target, name).catch(unlessGone);
    if (copied !== undefined) files.push(copied);
  }
  files.push(await addFile(target, CONTROL_FILE, await readControlFile(cluster)));
  return { folders, files };
}

/** A table that was dropped meanwhile is dropped again when the write-ahead log is replayed. */
function unlessGone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

async function copyFile(from: string, to: string, name: string): Promise<BackupFile> {
  const written = await copyPrivately(path.join(from, name), path.join(to, name));
  return { path: name, ...written };
}

async function addFile(to: string, name: string, content: string | Buffer): Promise<BackupFile> {
  return {
    path: name,
    ...(await writeWholeFilePrivately(path.join(to, name), Buffer.from(content))),
  };
}
