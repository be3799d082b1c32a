/** WORKERS web processes on one port. One that dies is replaced. If one cannot start, all stop. */
import cluster, { type Worker } from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import { StartError } from "../../ports/start-error.ts";
import { MAIN_FILE } from "../../values/product-folder.ts";
import type { Logger } from "../log/logger.ts";

/** The messages of a web process to the primary process. */
export type WebMessage =
  | { readonly kind: "listening"; readonly url: string }
  | { readonly kind: "cannot_start"; readonly why: string };

export const STOP = "stop";
export const RELOAD = "reload";
const RESTART_PAUSE_MS = 500;

export interface WebProcesses {
  readonly url: string;
  /** Makes every web process read its TLS files again. */
  reload(): void;
  stop(): Promise<void>;
}

export async function startWebProcesses(count: number, log: Logger): Promise<WebProcesses> {
  let stopping = false;
  const stop = async () => {
    stopping = true;
    await Promise.all(Object.values(cluster.workers ?? {}).map(stopOne));
  };
  // Each process accepts its own connections. If the primary handed them out, a connection on its
  // way to a process that dies would be lost, and its client would wait forever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  cluster.setupPrimary({ exec: MAIN_FILE });
  const [url = ""] = await startAll(count).catch(async (error) => {
    await stop();
    throw error;
  });

  cluster.on("exit", async (worker, code, signal) => {
    if (stopping) return;
    log.error(
      { worker: worker.process.pid, code, signal },
      "a web process ended; starting another",
    );
    await pause(RESTART_PAUSE_MS);
    if (stopping) return;
    await forkOne().catch((error) => log.error({ err: error }, "a web process could not start"));
  });
  return { url, reload: reloadAll, stop };
}

function reloadAll(): void {
  // The callback ignores the error for a process that has just ended.
  for (const worker of Object.values(cluster.workers ?? {})) worker?.send(RELOAD, () => {});
}

async function startAll(count: number): Promise<readonly string[]> {
  return Promise.all(Array.from({ length: count }, forkOne));
}

async function forkOne(): Promise<string> {
  const worker = cluster.fork();
  return new Promise((resolve, reject) => {
    worker.on("message", (message: WebMessage) => {
      if (message.kind === "listening") resolve(message.url);
      if (message.kind === "cannot_start") reject(new StartError(message.why));
    });
    worker.once("exit", (code) => reject(new Error(`a web process ended with exit code ${code}`)));
  });
}

async function stopOne(worker: Worker | undefined): Promise<void> {
  if (worker === undefined || worker.isDead()) return;
  const gone = new Promise((resolve) => worker.once("exit", resolve));
  // The callback ignores the error for a process that has just ended.
  worker.send(STOP, () => {});
  await gone;
}
