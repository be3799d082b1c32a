/** Serving from a folder: it is claimed, and its server is brought back whenever it goes away. */
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

/** A server that we own and that runs with our own programs and settings. */
export async function claimServer(site: ServerFiles, wish: ReachOptions): Promise<ReachedServer> {
  for (;;) {
    const reached = await reachServer(site, wish);
    const { session, postmaster } = reached;
    try {
      await claimFolder(site, reached);
      if ((await runningClusterName(session)) === clusterName(site)) return reached;
      site.log(`PostgreSQL (process ${postmaster.pid}) runs with other settings and is replaced.`);
      await stopPostmaster(site, postmaster.pid);
    } catch (error) {
      // A server that was just being stopped is gone now; the next one will be ours.
      if (!(error instanceof StartError) && (await session.isBroken())) continue;
      await session.close();
      throw error;
    }
  }
}

const CLAIM_TRIES = 30;
const CLAIM_PAUSE_MS = 50;

/** Tried for a moment: a process that was killed gives its lock up when its socket closes. */
async function claimFolder(site: ServerFiles, { session }: ReachedServer): Promise<void> {
  await nameSession(session, `process ${process.pid}`);
  for (let tries = 0; tries < CLAIM_TRIES; tries++) {
    if (await takeOwnerLock(session)) return;
    await delay(CLAIM_PAUSE_MS);
  }
  const owner = (await findOwnerName(session)) ?? "which has just gone";
  throw new FolderInUse(
    `DATA_DIR ${site.folder.path} is in use by another Sixdoors (${owner}); stop it or choose another DATA_DIR.`,
  );
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/** Our connection breaks in the moment in which the server dies: that is what we watch. */
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

  /** We keep our lock to the end, so that nobody adopts a server that is about to stop. */
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
      this.#site.log("PostgreSQL has gone away and is started again.");
      reached = await this.#recover();
      if (reached !== undefined) this.#site.log("PostgreSQL is back.");
    }
    return undefined;
  }

  /** Undefined: we were told to stop meanwhile. */
  async #recover(): Promise<ReachedServer | undefined> {
    const { signal } = this.#stopping;
    for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs *= 2) {
      try {
        return await this.#again(signal);
      } catch (error) {
        if (signal.aborted) return undefined;
        this.#site.log(`PostgreSQL does not come back yet: ${(error as Error).message}`);
      }
      await Promise.race([delay(Math.min(pauseMs, LONGEST_PAUSE_MS)), this.#stopped.promise]);
    }
    return undefined;
  }
}
