/**
 * Builds the console's pages where they are missing or older than what they are made of. Plain
 * JavaScript for the Node that a fresh machine has; Vite runs on the pinned one.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled, NODE, ROOT } from "./install.mjs";

const CONSOLE = path.join(ROOT, "console");
const DIST = path.join(CONSOLE, "dist");
const DIGEST = "sources.sha256";
const VITE = path.join(ROOT, "node_modules", "vite", "bin", "vite.js");
/** The console takes types from there, and nothing else of the program. */
const CONTRACTS = path.join(ROOT, "src", "interfaces", "console");
const NO_SOURCE = /^(dist|\.build-.*)(\/|$)|\.test\.tsx?$|\.md$/;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  ensureInstalled();
  build(digestOfSources());
}

/** Quick where nothing has changed: it reads the sources and compares. */
export function ensureConsole() {
  if (!existsSync(VITE)) return;
  const digest = digestOfSources();
  if (digestOf(DIST) === digest) return;
  console.error("Building the console (once, a few seconds) …");
  build(digest);
}

/** In a folder of its own and renamed at the end: two that build at once do not meet. */
function build(digest) {
  const folder = path.join(CONSOLE, `.build-${process.pid}`);
  const args = [VITE, "build", CONSOLE, "--outDir", folder, "--logLevel", "warn"];
  const env = { ...process.env, NODE_ENV: "production" };
  const { status } = spawnSync(NODE, args, { cwd: ROOT, env, stdio: ["ignore", 2, 2] });
  if (status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    console.error("The console could not be built: the lines above say why.");
    process.exit(1);
  }
  writeFileSync(path.join(folder, DIGEST), digest);
  putInPlace(folder, digest);
}

function putInPlace(folder, digest) {
  const old = `${folder}-old`;
  for (let tries = 0; tries < 5 && digestOf(DIST) !== digest; tries += 1) {
    // Either step fails where another process was quicker: then the next round looks again.
    attempt(() => renameSync(DIST, old));
    attempt(() => renameSync(folder, DIST));
    rmSync(old, { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
}

function attempt(act) {
  try {
    act();
  } catch (error) {
    if (!["ENOENT", "ENOTEMPTY", "EEXIST", "EPERM"].includes(error.code)) throw error;
  }
}

function digestOf(folder) {
  const file = path.join(folder, DIGEST);
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

function digestOfSources() {
  const hash = createHash("sha256");
  for (const file of sources()) {
    hash
      .update(`${path.relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

function sources() {
  const pages = readdirSync(CONSOLE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !NO_SOURCE.test(path.relative(CONSOLE, file).replaceAll(path.sep, "/")));
  const contracts = readdirSync(CONTRACTS, { recursive: true })
    .filter((name) => /^contract.*\.ts$/.test(path.basename(name)))
    .map((name) => path.join(CONTRACTS, name));
  return [...pages, ...contracts, path.join(ROOT, "package-lock.json")].sort();
}
