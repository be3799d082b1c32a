/**
 * The npm package in an empty folder. A plain run unpacks the tarball and links the packages that
 * package.json names, and no others; a full install takes ten seconds of CPU, so only
 * `npm run proof -- package` does that.
 */
import { execFile } from "node:child_process";
import { mkdir, readFile, stat, symlink } from "node:fs/promises";
import path from "node:path";
import type { TestContext } from "node:test";
import { promisify } from "node:util";
import { makeFolder, ROOT } from "./process.ts";

const run = promisify(execFile);
const MODULES = path.join(ROOT, "node_modules");

export interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

export interface PackedPackage {
  readonly tarball: string;
  /** The paths of its files. */
  readonly files: readonly string[];
}

export async function readManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(ROOT, "package.json"), "utf8")) as Manifest;
}

/** `npm test` has compiled the program and built the console; npm need not do it again. */
export async function packPackage(t: TestContext, isFull: boolean): Promise<PackedPackage> {
  const folder = await makeFolder(t);
  const scripts = isFull ? [] : ["--ignore-scripts"];
  await npm(["pack", ...scripts, "--pack-destination", folder], ROOT);
  const tarball = path.join(folder, `sixdoors-${(await readManifest()).version}.tgz`);
  const { stdout } = await run("tar", ["tzf", tarball]);
  const files = stdout.trim().split("\n");
  return { tarball, files: files.map((file) => file.replace(/^package\//, "")) };
}

/** Returns a folder with nothing but the package and its dependencies in node_modules. */
export async function installPackage(
  t: TestContext,
  tarball: string,
  isFull: boolean,
): Promise<string> {
  const folder = await makeFolder(t);
  if (isFull) await npm([...INSTALL, tarball], folder);
  else await unpackPackage(tarball, path.join(folder, "node_modules"));
  return folder;
}

/** As with an npm that runs no install scripts. */
const INSTALL = ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];

async function unpackPackage(tarball: string, modules: string): Promise<void> {
  const place = path.join(modules, "sixdoors");
  await mkdir(place, { recursive: true });
  await run("tar", ["xzf", tarball, "-C", place, "--strip-components=1"]);
  const { dependencies, optionalDependencies } = await readManifest();
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    await linkModule(name, modules);
  }
}

/** Packages of other platforms are not installed. */
async function linkModule(name: string, modules: string): Promise<void> {
  const installed = path.join(MODULES, name);
  if ((await stat(installed).catch(() => undefined)) === undefined) return;
  await mkdir(path.dirname(path.join(modules, name)), { recursive: true });
  await symlink(installed, path.join(modules, name), "junction");
}

async function npm(args: readonly string[], cwd: string): Promise<void> {
  await run("npm", [...args, "--silent"], { cwd, shell: process.platform === "win32" });
}
