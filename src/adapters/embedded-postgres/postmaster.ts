/** Starts and stops the server process. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { StartError } from "../../ports/start-error.ts";
import type { ServerLog } from "./data-folder.ts";
import { HOST } from "./port.ts";
import { findPostmaster, isPostmasterOf } from "./postmaster-file.ts";
import { CLEAN_ENVIRONMENT } from "./server-account.ts";
import type { ServerFiles } from "./server-files.ts";

const run = promisify(execFile);

const POLL_MS = 10;
const PATIENT_MS = 5_000;

/** The server does not log statements, because they would show stored data. */
const SETTINGS = [
  `listen_addresses=${HOST}`,
  "unix_socket_directories=",
  "max_connections=200",
  "shared_buffers=256MB",
  "timezone=UTC",
  "log_timezone=UTC",
  "lc_messages=C",
  "log_statement=none",
  "log_min_messages=log",
  "log_min_error_statement=panic",
  "log_error_verbosity=terse",
  // If backups stop, the server keeps the write-ahead log for them only up to this size.
  "max_slot_wal_keep_size=8GB",
  // After a crash, one system call instead of one per file: ten times faster.
  ...(process.platform === "linux" ? ["recovery_init_sync_method=syncfs"] : []),
];

/** A digest of the programs and settings of a server, to recognize one with old settings. */
export function clusterName({ programs, flags }: ServerFiles): string {
  const made = JSON.stringify([programs.version, SETTINGS, flags]);
  return `sixdoors-${createHash("sha256").update(made).digest("hex").slice(0, 8)}`;
}

function commandLine(site: ServerFiles, port: number): string[] {
  const settings = [...SETTINGS, `cluster_name=${clusterName(site)}`];
  const place = ["-D", site.folder.cluster, "-p", String(port)];
  return [...place, ...settings.flatMap((setting) => ["-c", setting]), ...site.flags];
}

/**
 * "ready" is PostgreSQL's own status. The others are temporary: another process uses the port or
 * the cluster, or processes of a killed server have not ended yet.
 */
export type Launch = "ready" | "port-taken" | "cluster-taken" | "memory-in-use";

export async function launchPostmaster(
  site: ServerFiles,
  port: number,
  signal: AbortSignal,
): Promise<Launch> {
  const log = await site.folder.openLog();
  try {
    const child = spawnPostmaster(site, port, log);
    const isReady = await untilReady(child, site, signal);
    // A command ends when it is done, even if `serve` has taken over the server that it started.
    child.unref();
    return isReady ? "ready" : refusal(child, linesOfProcess(child, log.sinceOpened()));
  } finally {
    await log.close();
  }
}

/** Detached, so that Ctrl-C in the terminal does not stop the server before Sixdoors. */
function spawnPostmaster(site: ServerFiles, port: number, log: ServerLog): ChildProcess {
  const { account } = site;
  return spawn(site.programs.postgres, commandLine(site, port), {
    ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
    cwd: site.folder.cluster,
    env: CLEAN_ENVIRONMENT,
    stdio: ["ignore", log.descriptor, log.descriptor],
    detached: true,
    windowsHide: true,
  });
}

async function untilReady(
  child: ChildProcess,
  site: ServerFiles,
  signal: AbortSignal,
): Promise<boolean> {
  const exited = once(child, "exit").catch((error: NodeJS.ErrnoException) => {
    throw new StartError(
      `${site.programs.postgres} cannot be run (${error.code}). Install the packages again with npm ci.`,
    );
  });
  const started = performance.now();
  let isLogged = false;
  for (;;) {
    if (await Promise.race([exited.then(() => true), delay(POLL_MS, false)])) return false;
    const found = await findPostmaster(site.folder.cluster);
    if (found?.pid === child.pid && found?.status === "ready") return true;
    if (signal.aborted) child.kill("SIGINT");
    if (!isLogged && performance.now() - started > PATIENT_MS) {
      isLogged = true;
      site.log("PostgreSQL is still starting. After a crash it first replays its log.");
    }
  }
}

/** Several starting servers share the log. Each line has the id of its process. */
function linesOfProcess({ pid }: ChildProcess, log: string): string {
  const own = log.split("\n").filter((line) => line.includes(`[${pid}]`));
  return own.length === 0 ? log : own.join("\n");
}

function refusal({ signalCode }: ChildProcess, log: string): Launch {
  if (/could not bind|could not create any TCP\/IP sockets/.test(log)) return "port-taken";
  if (/lock file "postmaster.pid"( already exists| is empty)/.test(log)) return "cluster-taken";
  if (/pre-existing shared memory block/.test(log)) return "memory-in-use";
  const reason = signalCode === null ? lastLogLine(log) : `it received ${signalCode}.`;
  throw new StartError(`PostgreSQL could not start: ${reason}`);
}

function lastLogLine(log: string): string {
  const lines = log.split("\n").filter((line) => line.trim() !== "");
  const line = lines.findLast((each) => /FATAL|PANIC/.test(each)) ?? lines.at(-1);
  return line?.replace(/^.*?(FATAL|PANIC|LOG):\s*/, "") ?? "postgres.log has no reason.";
}

type Step = readonly [signal: "SIGINT" | "SIGQUIT" | "SIGKILL", patienceMs: number];

/** SIGINT is a fast shutdown: sessions end and data is written. The others follow if it hangs. */
const FAST: readonly Step[] = [
  ["SIGINT", 10_000],
  ["SIGQUIT", 3_000],
  ["SIGKILL", 3_000],
];
const HUNG: readonly Step[] = [
  ["SIGQUIT", 1_000],
  ["SIGKILL", 3_000],
];

export async function stopPostmaster(
  site: ServerFiles,
  pid: number,
  manner: "fast" | "hung" = "fast",
): Promise<void> {
  for (const [signal, patienceMs] of manner === "fast" ? FAST : HUNG) {
    await send(site, pid, signal);
    if (await isGone(site, pid, patienceMs)) return;
  }
  throw new StartError(
    `PostgreSQL (process ${pid}) in ${site.folder.cluster} could not be stopped. End the process yourself and try again.`,
  );
}

/** Checks the process first, because its id may belong to another program by now. */
async function send(site: ServerFiles, pid: number, signal: Step[0]): Promise<void> {
  if (!(await isPostmasterOf(site.folder.cluster, pid))) return;
  if (process.platform === "win32") {
    const name = signal.replace("SIG", "");
    await run(site.programs.pgCtl, ["kill", name, String(pid)]).catch(() => undefined);
    return;
  }
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}

async function isGone(site: ServerFiles, pid: number, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (await isPostmasterOf(site.folder.cluster, pid)) {
    if (performance.now() > deadline) return false;
    await delay(POLL_MS);
  }
  return true;
}
