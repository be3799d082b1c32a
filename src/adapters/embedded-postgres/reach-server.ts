/**
 * Connects to the server of a data folder, and starts it if it does not run. Callers use locks to
 * decide who owns the server.
 */
import { setTimeout as delay } from "node:timers/promises";
import { StartError } from "../../ports/start-error.ts";
import { SUPERUSER } from "./cluster.ts";
import { createDatabase, openSession, type Session } from "./folder-lock-store.ts";
import { choosePort, HOST } from "./port.ts";
import { launchPostmaster, stopPostmaster } from "./postmaster.ts";
import { findOrphans, findPostmaster, type Postmaster } from "./postmaster-file.ts";
import type { ServerFiles } from "./server-files.ts";

export interface ReachedServer {
  readonly postmaster: Postmaster;
  readonly session: Session;
  /** The server was not running, and this process started it. */
  readonly isOurs: boolean;
}

export interface ReachOptions {
  /** The port that existing connection pools use. */
  readonly port?: number;
  readonly signal: AbortSignal;
}

const REFUSALS: Readonly<Record<string, string>> = {
  "port-taken": "its port is in use",
  "cluster-taken": "another server uses its files",
  "memory-in-use": "processes of an earlier server are still running",
};

const PAUSE_MS = 20;
const ORPHANS_PATIENCE_MS = 500;
const LAUNCH_PATIENCE_MS = 60_000;
/** As long as another Sixdoors may take to finish its requests when it stops. */
const STOPPING_PATIENCE_MS = 30_000;
/** Long enough for a server that is only slow, because the machine or its disk is busy. */
const SILENCE_PATIENCE_MS = 10_000;

export async function reachServer(site: ServerFiles, wish: ReachOptions): Promise<ReachedServer> {
  const started = performance.now();
  let port = wish.port;
  let isOurs = false;
  for (;;) {
    wish.signal.throwIfAborted();
    const postmaster = await findPostmaster(site.folder.cluster);
    if (postmaster !== undefined) {
      const session = await openSessionOn(site, postmaster, wish);
      if (session !== undefined) return { postmaster, session, isOurs };
      continue;
    }
    port ??= await choosePort((await site.folder.readNote())?.port);
    const launch = await launchPostmaster(site, port, wish.signal);
    isOurs = launch === "ready";
    if (isOurs) continue;
    if (launch === "port-taken") port = wish.port;
    await waitAfterRefusal(site, launch, performance.now() - started);
  }
}

/** Waits after a temporary refusal, and ends processes of a killed server. */
async function waitAfterRefusal(
  site: ServerFiles,
  launch: string,
  elapsedMs: number,
): Promise<void> {
  if (elapsedMs > LAUNCH_PATIENCE_MS) {
    throw new StartError(
      `PostgreSQL in ${site.folder.cluster} could not start: ${REFUSALS[launch] ?? launch}.`,
    );
  }
  if (launch === "memory-in-use" && elapsedMs > ORPHANS_PATIENCE_MS) await endOrphans(site);
  await delay(PAUSE_MS);
}

/** Their server is gone, so none of their work could be committed. */
async function endOrphans(site: ServerFiles): Promise<void> {
  for (const pid of await findOrphans(site.folder.cluster)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has already ended.
    }
  }
}

/** Returns a session on a running server, or undefined if the server ended or had to be stopped. */
async function openSessionOn(
  site: ServerFiles,
  postmaster: Postmaster,
  wish: ReachOptions,
): Promise<Session | undefined> {
  if (wish.port !== undefined && postmaster.port !== wish.port) {
    await stopPostmaster(site, postmaster.pid);
    return undefined;
  }
  const ready = await untilReady(site, postmaster, wish.signal);
  return ready ? connectWhenAnswering(site, ready, wish.signal) : undefined;
}

async function untilReady(
  site: ServerFiles,
  { pid }: Postmaster,
  signal: AbortSignal,
): Promise<Postmaster | undefined> {
  const started = performance.now();
  for (;;) {
    signal.throwIfAborted();
    const now = await findPostmaster(site.folder.cluster);
    if (now === undefined || now.pid !== pid) return undefined;
    if (now.status === "ready") return now;
    if (now.status === "stopping" && performance.now() - started > STOPPING_PATIENCE_MS) {
      await stopPostmaster(site, pid);
      return undefined;
    }
    await delay(PAUSE_MS);
  }
}

async function connectWhenAnswering(
  site: ServerFiles,
  postmaster: Postmaster,
  signal: AbortSignal,
): Promise<Session | undefined> {
  let heard = performance.now();
  while (await isReady(site, postmaster)) {
    signal.throwIfAborted();
    try {
      return await openDatabase(site, postmaster.port);
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (code === WRONG_PASSWORD) throw wrongPassword(site);
      if (IS_ALIVE_BUT_BUSY.test(code)) heard = performance.now();
    }
    if (performance.now() - heard > SILENCE_PATIENCE_MS) {
      site.log(`PostgreSQL (process ${postmaster.pid}) does not answer; ending it.`);
      await stopPostmaster(site, postmaster.pid, "hung");
    }
    await delay(PAUSE_MS);
  }
  return undefined;
}

async function isReady(site: ServerFiles, { pid }: Postmaster): Promise<boolean> {
  const now = await findPostmaster(site.folder.cluster);
  return now?.pid === pid && now.status === "ready";
}

const WRONG_PASSWORD = "28P01";
/** The server recovers after a crash, or has too many connections. */
const IS_ALIVE_BUT_BUSY = /^(57P0|533)/;

function wrongPassword(site: ServerFiles): StartError {
  return new StartError(
    `The password in ${site.folder.path} is wrong for its database. Restore postgres.password from a backup.`,
  );
}

const NO_SUCH_DATABASE = "3D000";

async function openDatabase(site: ServerFiles, port: number): Promise<Session> {
  try {
    return await openSession(connectionString(site, port));
  } catch (error) {
    if ((error as { code?: string }).code !== NO_SUCH_DATABASE) throw error;
  }
  const session = await openSession(connectionString(site, port, "postgres"));
  await createDatabase(session).finally(() => session.close());
  return openSession(connectionString(site, port));
}

export function connectionString(site: ServerFiles, port: number, database = "sixdoors"): string {
  return `postgres://${SUPERUSER}:${site.password.reveal()}@${HOST}:${port}/${database}`;
}
