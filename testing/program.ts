/** The program that the kit starts: its Node, its file, its settings and its cache folder. */
import { existsSync, lstatSync, mkdirSync, readFileSync, statfsSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import {
  findPinnedNode,
  isNewEnough,
  missingNodeText,
  readPinnedVersion,
} from "../bin/node-package.mjs";
import type { StartOptions } from "./options.ts";

export interface Program {
  readonly node: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Chooses the cache folder where the code of the tests does not. */
const CACHE_VARIABLE = "SIXDOORS_TEST_CACHE";
const MEMORY_FOLDER = "/dev/shm";
const ROOM_BYTES = 1024 ** 3;
/** Settings of the test suite, such as its DATABASE_URL, must not reach the gateway. */
const INHERITED = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "USERPROFILE", "TZ"];
/** Published test values. No limit on requests: a test suite sends all of them from one address. */
const SETTINGS = {
  ENVIRONMENT: "certification",
  HOST: "127.0.0.1",
  PORT: "0",
  MASTER_KEY: "7e57".repeat(16),
  LOG_LEVEL: "warn",
  DATABASE_POOL: "4",
  RATE_PER_CALLER: "0",
  RATE_PER_ADDRESS: "0",
};

export function findProgram(options: StartOptions): Program {
  const root = findRoot(path.dirname(fileURLToPath(import.meta.url)));
  const cacheDir = makeCacheDir(options, root);
  return {
    node: findNode(path.join(root, "package.json")),
    args: [path.join(root, "dist", "main.js"), "test-gateway"],
    cwd: root,
    env: {
      ...inheritedEnvironment(),
      ...SETTINGS,
      DATA_DIR: cacheDir,
      // The code is compiled once, which halves the time of later starts.
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? path.join(cacheDir, "compiled"),
      ...options.settings,
    },
  };
}

/** From the sources, or from dist/testing in the package. */
function findRoot(folder: string): string {
  let root = folder;
  while (!existsSync(path.join(root, "package.json"))) root = path.dirname(root);
  return root;
}

function readVersion(root: string): string {
  const manifest = readFileSync(path.join(root, "package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

function findNode(manifest: string): string {
  const node = findPinnedNode(manifest);
  if (node !== undefined) return node;
  const pinned = readPinnedVersion(manifest);
  if (isNewEnough(pinned)) return process.execPath;
  throw new Error(missingNodeText(pinned));
}

function inheritedEnvironment(): Record<string, string> {
  const names = INHERITED.filter((name) => process.env[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
}

function makeCacheDir({ cacheDir }: StartOptions, root: string): string {
  const chosen = cacheDir ?? process.env[CACHE_VARIABLE];
  const folder = path.resolve(chosen || defaultCacheDir(readVersion(root)));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!chosen) requireOwnFolder(folder);
  return folder;
}

/** The parent folder is open to everybody, and the program runs code from the cache folder. */
function requireOwnFolder(folder: string): void {
  const found = lstatSync(folder);
  const isOwn = process.getuid === undefined || found.uid === process.getuid();
  if (found.isDirectory() && isOwn) return;
  throw new Error(
    `The folder ${folder} belongs to another user. Choose another one with the option cacheDir or the environment variable ${CACHE_VARIABLE}.`,
  );
}

/** In memory if there is room, because databases are created and dropped all the time. */
function defaultCacheDir(version: string): string {
  const user = process.getuid?.();
  const name = `sixdoors-kit-${user === undefined ? "" : `${user}-`}${version}`;
  if (hasRoom(MEMORY_FOLDER)) return path.join(MEMORY_FOLDER, name);
  // PostgreSQL does not run as root, and other users cannot enter root's home.
  if (user === 0) return path.join(tmpdir(), name);
  return path.join(process.env["XDG_CACHE_HOME"] || path.join(homedir(), ".cache"), name);
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES;
  } catch {
    return false;
  }
}
