/**
 * Finds the server that runs in a cluster, by postmaster.pid and the process table. The file
 * outlives a killed server, and its process id may belong to another program by now.
 */
import { execFile } from "node:child_process";
import { link, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { isAlive } from "./sign-of-life.ts";

const run = promisify(execFile);

export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** "starting", "ready", "stopping". */
  readonly status: string;
}

const HALF_WRITTEN_TRIES = 50;
const HALF_WRITTEN_PAUSE_MS = 20;

/** Returns the server of this cluster. Removes a stale file that PostgreSQL would believe. */
export async function findPostmaster(cluster: string): Promise<Postmaster | undefined> {
  for (let tries = 0; ; tries++) {
    const text = await readFile(fileOf(cluster), "utf8").catch(() => undefined);
    if (text === undefined) return undefined;
    const named = readPostmaster(text);
    if (named === undefined && tries < HALF_WRITTEN_TRIES) {
      await delay(HALF_WRITTEN_PAUSE_MS);
      continue;
    }
    if (named !== undefined && (await isPostmasterOf(cluster, named.pid))) return named;
    // PostgreSQL notices an unused process id, but not one that another program has.
    if (named === undefined || isAlive(named.pid)) await removeStale(cluster, text);
    return undefined;
  }
}

function fileOf(cluster: string): string {
  return path.join(cluster, "postmaster.pid");
}

/** Lines: process, folder, start, port, socket folder, address, shared memory, status. */
export function readPostmaster(text: string): Postmaster | undefined {
  const lines = text.split("\n");
  const pid = Math.abs(Number.parseInt(lines[0] ?? "", 10));
  const port = Number.parseInt(lines[3] ?? "", 10);
  if (Number.isNaN(pid) || pid === 0 || Number.isNaN(port)) return undefined;
  return { pid, port, status: lines[7]?.trim() || "starting" };
}

/** Removes only the file that was read, because a server may just have written a new one. */
async function removeStale(cluster: string, text: string): Promise<void> {
  const file = fileOf(cluster);
  const aside = `${file}.stale-${process.pid}`;
  const moved = await rename(file, aside).then(
    () => true,
    () => false,
  );
  if (!moved) return;
  if ((await readFile(aside, "utf8")) !== text) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

export async function isPostmasterOf(cluster: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === "linux") return worksIn(cluster, pid);
  if (process.platform === "win32") {
    const { stdout } = await run("tasklist", ["/fi", `PID eq ${pid}`, "/fo", "csv", "/nh"]);
    return stdout.includes("postgres.exe");
  }
  const found = await run("ps", ["-ww", "-o", "command=", "-p", String(pid)]).catch(
    () => undefined,
  );
  return found?.stdout.includes(`-D ${cluster}`) ?? false;
}

/** The working folder of a server is its cluster, even if the cluster was moved. */
async function worksIn(cluster: string, pid: number): Promise<boolean> {
  try {
    return sameFile(await stat(`/proc/${pid}/cwd`), await stat(cluster));
  } catch (error) {
    // In a container, root may only see the command line of another account's process.
    const { code } = error as NodeJS.ErrnoException;
    return code === "EACCES" && isSame(await commandFolder(pid), cluster);
  }
}

async function commandFolder(pid: number): Promise<string | undefined> {
  const words = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0");
  const flag = words.indexOf("-D");
  return flag === -1 ? undefined : words[flag + 1];
}

async function isSame(folder: string | undefined, cluster: string): Promise<boolean> {
  if (folder === undefined) return false;
  const [one, other] = await Promise.all([stat(folder).catch(() => undefined), stat(cluster)]);
  return one !== undefined && sameFile(one, other);
}

interface FileIdentity {
  readonly dev: number;
  readonly ino: number;
}

function sameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.dev === other.dev && one.ino === other.ino;
}

/** Backends of a killed server. They keep its shared memory until they end. */
export async function findOrphans(cluster: string): Promise<number[]> {
  if (process.platform !== "linux") return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const orphans = await Promise.all(
    pids.map(async (pid) => (await isBackend(pid)) && (await worksIn(cluster, pid)) && pid),
  );
  return orphans.filter((pid) => pid !== false);
}

/** Backends replace their command line by a title; a postmaster does not. */
async function isBackend(pid: number): Promise<boolean> {
  const title = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  return title.startsWith("postgres: ") && !(await hasPostmaster(pid));
}

async function hasPostmaster(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const parent = /^PPid:\s*(\d+)$/m.exec(status)?.[1];
  const name = await readFile(`/proc/${parent}/comm`, "utf8").catch(() => "");
  return name.trim() === "postgres";
}
