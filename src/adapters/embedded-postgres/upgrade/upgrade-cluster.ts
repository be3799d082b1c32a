/**
 * Upgrades the data folder to the major version of PostgreSQL that this release runs. The old
 * server hands its data to a new one in a folder beside it. The old folder is only read, and it is
 * renamed when the new one is complete.
 */
import { rm } from "node:fs/promises";
import { DatabasePool } from "../../../db/database-pool.ts";
import { StartError } from "../../../ports/start-error.ts";
import { makeCluster, syncCluster } from "../cluster.ts";
import { DataFolder } from "../data-folder.ts";
import { chooseDataPlace, type DataPlace } from "../data-place.ts";
import { claimServer } from "../own-server.ts";
import { stopPostmaster } from "../postmaster.ts";
import { findPostmaster } from "../postmaster-file.ts";
import { type Programs, programsFor } from "../programs.ts";
import { connectionString, type ReachedServer, reachServer } from "../reach-server.ts";
import {
  type EmbeddedOptions,
  explainFileError,
  otherVersion,
  type ServerFiles,
} from "../server-files.ts";
import { requireDiskSpace } from "./disk-space.ts";
import { findOldPrograms } from "./old-programs.ts";
import {
  listForeignObjects,
  readGrantStatements,
  readRoleStatements,
} from "./server-objects-store.ts";
import {
  chooseSettings,
  copyAccessFiles,
  listSettingNames,
  readFileSettings,
  writeSettings,
} from "./server-settings.ts";
import { isShutDown, listLeftovers, swapClusters, UNFINISHED } from "./swap-clusters.ts";

/** Copies our tables and all their rows, and throws unless the copy is complete. */
export type CopyDatabase = (from: DatabasePool, to: DatabasePool) => Promise<{ rows: number }>;

/** Commands of an older release may join the old server, but must not write to it any more. */
const OLD_SERVER_FLAGS = ["-c", "default_transaction_read_only=on"];

/** A crash throws the new cluster away, so it is written to the disk once, when it is complete. */
const LOADING_FLAGS = [
  "fsync=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "max_wal_size=256MB",
].flatMap((setting) => ["-c", setting]);

/** Statements of the copy itself have no limit; this one is for the rest, such as ANALYZE. */
const COPY_TIMEOUT_MS = 86_400_000;

/** Does nothing if there is no data yet, or if it has the version of this release. */
export async function upgradeCluster(options: EmbeddedOptions, copy: CopyDatabase): Promise<void> {
  const place = await chooseDataPlace(options);
  const folder = new DataFolder(place.dataDir);
  try {
    const found = await folder.clusterVersion();
    if (found === undefined) return;
    const programs = await programsFor(place.account, place.dataDir);
    if (found === programs.major) return;
    if (Number(found) > Number(programs.major)) throw otherVersion(found, programs);
    await upgradeFrom(found, { place, folder, programs, copy, log: options.log });
  } catch (error) {
    throw explainFileError(error, place.dataDir);
  }
}

interface UpgradeNeeds {
  readonly place: DataPlace;
  readonly folder: DataFolder;
  readonly programs: Programs;
  readonly copy: CopyDatabase;
  log(line: string): void;
}

async function upgradeFrom(major: string, needs: UpgradeNeeds): Promise<void> {
  const { place, folder, programs, log } = needs;
  const { dataDir, account } = place;
  const old = await programsFor(account, dataDir, await findOldPrograms(dataDir, major));
  const common = { account, password: await folder.password(true), log };
  const source: ServerFiles = { ...common, folder, programs: old, flags: OLD_SERVER_FLAGS };
  const target: ServerFiles = {
    ...common,
    folder: new DataFolder(dataDir, UNFINISHED),
    programs,
    flags: LOADING_FLAGS,
  };
  const started = performance.now();
  log(
    `Upgrading the data from PostgreSQL ${major} to ${programs.major}. The old data stays as it is.`,
  );
  const rows = await copyServer(source, target, needs);
  const kept = await swapClusters(dataDir, major);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  log(
    `Upgraded to PostgreSQL ${programs.major}: ${rows} rows in ${seconds} s. The old data is kept in ${kept}. Delete that folder when you no longer need it, because nothing is purged from it.`,
  );
}

/** Holds the lock of the old folder until the new one is complete and both servers are stopped. */
async function copyServer(
  source: ServerFiles,
  target: ServerFiles,
  { copy, log, place }: UpgradeNeeds,
): Promise<number> {
  const from = await claimServer(source, { signal: new AbortController().signal });
  try {
    await removeLeftovers(target);
    await requireDiskSpace(place.dataDir, source.folder.cluster);
    await requireNothingForeign(from);
    await makeCluster({ ...target, cluster: target.folder.cluster });
    const rows = await fillCluster(source, target, { from, copy, log });
    await tryStart(target);
    await syncCluster({ ...target, cluster: target.folder.cluster });
    await stopServer(source, from);
    return rows;
  } finally {
    await endServer(target);
    await from.session.close();
    await endServer(source);
  }
}

/** A killed upgrade leaves its server running. */
async function removeLeftovers(target: ServerFiles): Promise<void> {
  await endServer(target);
  for (const leftover of listLeftovers(target.folder.path)) {
    await rm(leftover, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function requireNothingForeign({ session }: ReachedServer): Promise<void> {
  const foreign = await listForeignObjects(session.db);
  if (foreign.length === 0) return;
  throw new StartError(
    `The embedded PostgreSQL contains ${foreign.join(", ")}, which Sixdoors did not create and an upgrade would lose. Nothing was changed. Move it to another server with the previous release, and start again.`,
  );
}

interface FillNeeds {
  readonly from: ReachedServer;
  readonly copy: CopyDatabase;
  log(line: string): void;
}

async function fillCluster(
  source: ServerFiles,
  target: ServerFiles,
  { from, copy, log }: FillNeeds,
): Promise<number> {
  const to = await reachServer(target, { signal: new AbortController().signal });
  const { carried, dropped } = chooseSettings(
    await readFileSettings(from.session.db),
    await readFileSettings(to.session.db),
    await listSettingNames(to.session.db),
  );
  const rows = await copyEverything([openPool(source, from), openPool(target, to)], copy);
  await stopServer(target, to);
  await writeSettings(target.folder.cluster, carried);
  await copyAccessFiles(source.folder.cluster, target.folder.cluster, target.account);
  for (const name of dropped) log(`PostgreSQL no longer has the setting ${name}; it was left out.`);
  return rows;
}

async function copyEverything(
  [reader, writer]: readonly [DatabasePool, DatabasePool],
  copy: CopyDatabase,
): Promise<number> {
  try {
    await runStatements(writer, await readRoleStatements(reader));
    const { rows } = await copy(reader, writer);
    await runStatements(writer, await readGrantStatements(reader));
    await runStatements(writer, ["analyze", "checkpoint"]);
    return rows;
  } finally {
    await Promise.all([reader.close(), writer.close()]);
  }
}

/** Starts the new server as it will run, so that a setting it refuses does not stop the next start. */
async function tryStart(target: ServerFiles): Promise<void> {
  const site = { ...target, flags: [] };
  const reached = await reachServer(site, { signal: new AbortController().signal });
  await stopServer(site, reached);
}

async function stopServer(
  site: ServerFiles,
  { session, postmaster }: ReachedServer,
): Promise<void> {
  await session.close();
  await stopPostmaster(site, postmaster.pid);
  if (await isShutDown(site.folder.cluster)) return;
  throw new StartError(
    `PostgreSQL in ${site.folder.cluster} did not stop in time, so the upgrade was given up. The old data is still in its place. Start again.`,
  );
}

/** After an error. Does nothing if the server does not run. */
async function endServer(site: ServerFiles): Promise<void> {
  const running = await findPostmaster(site.folder.cluster);
  if (running !== undefined) await stopPostmaster(site, running.pid);
}

function openPool(site: ServerFiles, { postmaster }: ReachedServer): DatabasePool {
  return new DatabasePool({
    connectionString: connectionString(site, postmaster.port),
    size: 2,
    queueMax: 10,
    statementTimeoutMs: COPY_TIMEOUT_MS,
  });
}

async function runStatements(pool: DatabasePool, statements: readonly string[]): Promise<void> {
  await pool.withClient(async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}
