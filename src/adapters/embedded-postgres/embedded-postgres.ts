/**
 * The embedded PostgreSQL of a folder. One Sixdoors serves from it and owns its server; commands
 * join that server, or run one for as long as they need it.
 */

import { joinServer, leaveServer } from "./join-server.ts";
import { claimServer, ServerSupervisor } from "./own-server.ts";
import { connectionString } from "./reach-server.ts";
import { type EmbeddedOptions, prepareServerFiles } from "./server-files.ts";

export interface EmbeddedServer {
  /** The superuser's, who owns the database "sixdoors"; its password is inside. */
  readonly connectionString: string;
  /** Where the data really lives. */
  readonly dataDir: string;
  /** Ends sessions, writes everything down, waits for the end. Leaves what others use alone. */
  stop(): Promise<void>;
}

/** Takes the folder for itself, and keeps its server running until it is told to stop. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
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

/** Joins the server of this folder, or starts one for the time of a command. */
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
