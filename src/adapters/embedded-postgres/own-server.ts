/** For `serve`: claims the data folder, and restarts its server whenever it dies. */
import { setTimeout as delay } from "node:timers/promises";
import { FolderInUse, StartError } from "../../ports/start-error.ts";
import {
  findOwnerName,
  nameSession,
  runningClusterName,
  takeOwnerLock,
} from "./folder-lock-store.ts";
import { clusterName, stopPostmaster } from "./postmaster.ts";
import { findPostmaster } from "./postmaster-file.ts";
import { type ReachedServer, type ReachOptions, reachServer } from "./reach-server.ts";
import type { ServerFiles } from "./server-files.ts";
import { isAlive } from "./sign-of-life.ts";

/**
 * Returns a server that this process owns, and that runs with this release's programs and settings.
 */
export async function claimServer(site: ServerFiles, wish: ReachOptions): Promise<ReachedServer> {
  for (;;) {
    const reached = await reachServer(site, wish);
    const { session, postmaster } = reached;
    try {
      await claimFolder(site, reached);
      if ((await runningClusterName(session)) === clusterName(site)) return reached;
      site.log(`PostgreSQL (process ${postmaster.pid}) runs with other settings; restarting it.`);
      await stopPostmaster(site, postmaster.pid);
    } catch (error) {
      // The server was just being stopped. Start the next one.
      if (!(error instanceof StartError) && (await session.isBroken())) continue;
      await session.close();
      throw error;
    }
  }
}

const CLAIM_PAUSE_MS = 50;
const LIVING_OWNER_PATIENCE_MS = 1_500;
/** PostgreSQL may take seconds to notice on a busy machine that a process was killed. */
const DEAD_OWNER_PATIENCE_MS = 20_000;

/** Retries for a while, because PostgreSQL releases the lock of a killed process with a delay. */
async function claimFolder(site: ServerFiles, { session }: ReachedServer): Promise<void> {
  await nameSession(session, `process ${process.pid}`);
  const started = performance.now();
  while (!(await takeOwnerLock(session))) {
    const owner = await findOwnerName(session);
    const patienceMs = hasEnded(owner) ? DEAD_OWNER_PATIENCE_MS : LIVING_OWNER_PATIENCE_MS;
    if (performance.now() - started > patienceMs) throw folderInUse(site, owner);
    await delay(CLAIM_PAUSE_MS);
  }
}

function hasEnded(owner: string | undefined): boolean {
  return owner === undefined || !isAlive(Number(owner.replace("process ", "")));
}

function folderInUse(site: ServerFiles, owner = "which has just ended"): FolderInUse {
  return new FolderInUse(
    `DATA_DIR ${site.folder.path} is in use by another Sixdoors (${owner}). Stop it, or choose another DATA_DIR.`,
  );
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Watches a connection, which breaks when the server dies, and restarts the server. */
export class ServerSupervisor {
  readonly #site: ServerFiles;
  readonly #again: (signal: AbortSignal) => Promise<ReachedServer>;
  readonly #stopping = new AbortController();
  readonly #stopped = Promise.withResolvers<void>();
  readonly #watching: Promise<ReachedServer | undefined>;
  #ended: Promise<void> | undefined;

  constructor(
    site: ServerFiles,
    first: ReachedServer,
    again: (signal: AbortSignal) => Promise<ReachedServer>,
  ) {
    this.#site = site;
    this.#again = again;
    this.#watching = this.#watch(first);
  }

  stop(): Promise<void> {
    this.#ended ??= this.#stop();
    return this.#ended;
  }

  /** Keeps the lock until the end, so that no other process claims a server that is stopping. */
  async #stop(): Promise<void> {
    this.#stopping.abort();
    this.#stopped.resolve();
    const reached = await this.#watching;
    const postmaster = await findPostmaster(this.#site.folder.cluster);
    if (postmaster !== undefined) await stopPostmaster(this.#site, postmaster.pid);
    await reached?.session.close();
  }

  async #watch(first: ReachedServer): Promise<ReachedServer | undefined> {
    let reached: ReachedServer | undefined = first;
    while (reached !== undefined) {
      await Promise.race([reached.session.ended, this.#stopped.promise]);
      if (this.#stopping.signal.aborted) return reached;
      this.#site.log("PostgreSQL has stopped unexpectedly; restarting it.");
      reached = await this.#recover();
      if (reached !== undefined) this.#site.log("PostgreSQL runs again.");
    }
    return undefined;
  }

  /** Returns undefined if the process was told to stop meanwhile. */
  async #recover(): Promise<ReachedServer | undefined> {
    const { signal } = this.#stopping;
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs *= 2) {
      try {
        return await this.#again(signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        this.#site.log(`PostgreSQL could not be restarted yet: ${(error as Error).message}`);
      }
      await Promise.race([delay(Math.min(pauseMs, LONGEST_PAUSE_MS)), this.#stopped.promise]);
    }
    return undefined;
  }
}
