/**
 * Who PostgreSQL runs as. It refuses root, so root starts it as the owner of its files, or as the
 * system user "postgres" before there are any. Everyone else runs it as themselves.
 */
import { execFile } from "node:child_process";
import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { StartError } from "../../ports/start-error.ts";

const run = promisify(execFile);

export interface ServerAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** What a program of PostgreSQL gets to see of our environment: nothing of it. */
export const CLEAN_ENVIRONMENT = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  LANG: "C",
};

const SYSTEM_USER = "postgres";

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Undefined: the account that we run under ourselves. */
export async function serverAccount(cluster: string): Promise<ServerAccount | undefined> {
  if (!isRoot()) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner === undefined || owner.uid === 0) return systemUser(SYSTEM_USER);
  const name = await runProgram("id", "-nu", String(owner.uid));
  return { name: name ?? String(owner.uid), uid: owner.uid, gid: owner.gid };
}

/** The system user of this name, made when it is missing. */
export async function systemUser(name: string): Promise<ServerAccount> {
  const found = await lookUp(name);
  if (found !== undefined) return found;
  const failure = await makeSystemUser(name);
  // Another start may have made it in the same moment, so the outcome counts and not the failure.
  const made = await lookUp(name);
  if (made !== undefined) return made;
  throw new StartError(
    `PostgreSQL does not run as root, and the system user "${name}" could not be made (${failure}); make it, or start Sixdoors as an ordinary user.`,
  );
}

async function lookUp(name: string): Promise<ServerAccount | undefined> {
  const [uid, gid] = await Promise.all([
    runProgram("id", "-u", name),
    runProgram("id", "-g", name),
  ]);
  if (uid === undefined || gid === undefined) return undefined;
  return { name, uid: Number(uid), gid: Number(gid) };
}

async function makeSystemUser(name: string): Promise<string> {
  const home = ["--home-dir", "/nonexistent", "--no-create-home", "--shell", "/usr/sbin/nologin"];
  try {
    await run("groupadd", ["--system", "--force", name], { env: CLEAN_ENVIRONMENT });
    await run("useradd", ["--system", "--gid", name, ...home, name], { env: CLEAN_ENVIRONMENT });
    return "";
  } catch (error) {
    const { stderr = "", code } = error as { stderr?: string; code?: unknown };
    return stderr.trim().split("\n").at(-1) || `useradd: ${String(code)}`;
  }
}

async function runProgram(program: string, ...words: string[]): Promise<string | undefined> {
  const answer = await run(program, words, { env: CLEAN_ENVIRONMENT }).catch(() => undefined);
  return answer?.stdout.trim() || undefined;
}

// Asked as the account itself, because access lists and mounts decide as much as mode bits do.
const FIRST_CLOSED = 'for each do test -x "$each" || { printf %s "$each"; exit; }; done';

/** The outermost part of this path that the account may not enter, or run if it is a program. */
export async function firstInaccessible(
  account: ServerAccount,
  target: string,
): Promise<string | undefined> {
  const { uid, gid } = account;
  const words = ["-c", FIRST_CLOSED, "sh", ...lineage(await nearestReal(target))];
  const { stdout } = await run("/bin/sh", words, { uid, gid, cwd: "/", env: CLEAN_ENVIRONMENT });
  return stdout === "" ? undefined : stdout;
}

/** The path itself, or the nearest folder above it that exists, without symbolic links. */
async function nearestReal(target: string): Promise<string> {
  const real = await realpath(target).catch(() => undefined);
  const above = path.dirname(target);
  return real ?? (above === target ? target : nearestReal(above));
}

/** The path and every folder above it, the outermost first. */
function lineage(target: string): string[] {
  const above = path.dirname(target);
  return above === target ? [target] : [...lineage(above), target];
}
