/**
 * The embedded PostgreSQL of a data folder. One Sixdoors process owns its server. Commands join
 * that server, or start one while they need it.
 */

import { DataFolder } from "./data-folder.ts";
import { chooseDataPlace, type DataPlaceOptions } from "./data-place.ts";
import { joinServer, leaveServer } from "./join-server.ts";
import { claimServer, ServerSupervisor } from "./own-server.ts";
import { findPostmaster } from "./postmaster-file.ts";
import { connectionString } from "./reach-server.ts";
import { type EmbeddedOptions, prepareServerFiles } from "./server-files.ts";
import { type CopyDatabase, upgradeCluster } from "./upgrade/upgrade-cluster.ts";

export interface EmbeddedServer {
  /** For the superuser, who owns the database "sixdoors". Contains the password. */
  readonly connectionString: string;
  /** The folder that is really used. */
  readonly dataDir: string;
  /** Stops the server and waits for it, unless other processes use it. */
  stop(): Promise<void>;
}

export interface StartOptions extends EmbeddedOptions {
  /** How an upgrade of PostgreSQL copies our tables. Without it, older data is refused. */
  readonly copyDatabase?: CopyDatabase;
}

/** Claims the folder for this process, and keeps its server running until it is stopped. */
export async function startEmbedded(options: StartOptions): Promise<EmbeddedServer> {
  if (options.copyDatabase !== undefined) await upgradeCluster(options, options.copyDatabase);
  const site = await prepareServerFiles(options);
  const reached = await claimServer(site, { signal: new AbortController().signal });
  const { port } = reached.postmaster;
  await site.folder.writeNote({ port, startedFor: "serve" });
  const supervision = new ServerSupervisor(site, reached, (signal) =>
    claimServer(site, { port, signal }),
  );
  return {
    connectionString: connectionString(site, port),
    dataDir: site.folder.path,
    stop: () => supervision.stop(),
  };
}

/** Joins the server of this folder, or starts one until the command ends. */
export async function joinEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const site = await prepareServerFiles(options);
  const visit = await joinServer(site);
  let left: Promise<void> | undefined;
  return {
    connectionString: connectionString(site, visit.postmaster.port),
    dataDir: site.folder.path,
    stop: () => {
      left ??= leaveServer(site, visit);
      return left;
    },
  };
}

/** The folder that is really used. Starts nothing and creates no files. */
export async function embeddedDataDir(options: DataPlaceOptions): Promise<string> {
  return (await chooseDataPlace(options)).dataDir;
}

/** Whether the folder has a database, running or not. */
export async function hasEmbeddedDatabase(options: DataPlaceOptions): Promise<boolean> {
  const folder = new DataFolder(await embeddedDataDir(options));
  return (await folder.clusterVersion()) !== undefined;
}

export async function isEmbeddedRunning(options: DataPlaceOptions): Promise<boolean> {
  const { cluster } = new DataFolder(await embeddedDataDir(options));
  return (await findPostmaster(cluster)) !== undefined;
}
