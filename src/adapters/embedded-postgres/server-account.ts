/**
 * The account that PostgreSQL runs as. PostgreSQL refuses root, so root starts it as the owner of
 * its files, or as the system user "postgres" if there are none yet. Other users run it as
 * themselves.
 */
import { execFile } from "node:child_process";
import { chown, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { StartError } from "../../ports/start-error.ts";

const run = promisify(execFile);

export interface ServerAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** The environment for PostgreSQL's programs. It contains nothing of our own. */
export const CLEAN_ENVIRONMENT = {
  PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
  LC_ALL: "C",
  LANG: "C",
};

const SYSTEM_USER = "postgres";

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** Returns undefined for the account of this process. */
export async function serverAccount(cluster: string): Promise<ServerAccount | undefined> {
  if (!isRoot()) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner === undefined || owner.uid === 0) return systemUser(SYSTEM_USER);
  return { name: await readName(owner.uid), uid: owner.uid, gid: owner.gid };
}

/** Names of users by id. Each lookup starts a program, and names hardly ever change. */
const names = new Map<number, string>();

async function readName(uid: number): Promise<string> {
  const name = names.get(uid) ?? (await runProgram("id", "-nu", String(uid))) ?? String(uid);
  names.set(uid, name);
  return name;
}

/** System users by name. Each lookup starts two programs. */
const systemUsers = new Map<string, ServerAccount>();

/** Returns the system user with this name, and creates it if it is missing. */
export async function systemUser(name: string): Promise<ServerAccount> {
  const user = systemUsers.get(name) ?? (await findOrMakeSystemUser(name));
  systemUsers.set(name, user);
  return user;
}

async function findOrMakeSystemUser(name: string): Promise<ServerAccount> {
  const found = await lookUp(name);
  if (found !== undefined) return found;
  const failure = await makeSystemUser(name);
  // Another start may have created it at the same time, so look again after a failure.
  const made = await lookUp(name);
  if (made !== undefined) return made;
  throw new StartError(
    `PostgreSQL cannot run as root, and the system user "${name}" could not be created (${failure}). Create it, or start Sixdoors as an ordinary user.`,
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

/** Gives files to the account. Without one, they belong to this process already. */
export async function giveTo(
  account: ServerAccount | undefined,
  ...files: readonly string[]
): Promise<void> {
  if (account === undefined) return;
  for (const file of files) await chown(file, account.uid, account.gid);
}

async function runProgram(program: string, ...words: string[]): Promise<string | undefined> {
  const answer = await run(program, words, { env: CLEAN_ENVIRONMENT }).catch(() => undefined);
  return answer?.stdout.trim() || undefined;
}

// Run as the account itself, because access lists and mounts matter as much as mode bits.
const FIRST_CLOSED = 'for each do test -x "$each" || { printf %s "$each"; exit; }; done';

/** Returns the first part of this path that the account cannot enter, or cannot run. */
export async function firstInaccessible(
  account: ServerAccount,
  target: string,
): Promise<string | undefined> {
  const { uid, gid } = account;
  const words = ["-c", FIRST_CLOSED, "sh", ...lineage(await nearestReal(target))];
  const { stdout } = await run("/bin/sh", words, { uid, gid, cwd: "/", env: CLEAN_ENVIRONMENT });
  return stdout === "" ? undefined : stdout;
}

/** The path itself, or its nearest existing parent, without symbolic links. */
async function nearestReal(target: string): Promise<string> {
  const real = await realpath(target).catch(() => undefined);
  const above = path.dirname(target);
  return real ?? (above === target ? target : nearestReal(above));
}

/** The path and all its parents, outermost first. */
function lineage(target: string): string[] {
  const above = path.dirname(target);
  return above === target ? [target] : [...lineage(above), target];
}
