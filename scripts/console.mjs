/**
 * Builds the console's pages and the script of the API reference if they are missing or older than
 * their sources. Plain JavaScript that any recent Node can run; the builds run on the pinned Node.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildFolder, digestSources, ensureBuilt } from "./built-folder.mjs";
import { ensureInstalled, NODE, ROOT } from "./install.mjs";

const CONSOLE = path.join(ROOT, "console");
const DIST = path.join(CONSOLE, "dist");
const VITE = path.join(ROOT, "node_modules", "vite", "bin", "vite.js");
const REFERENCE = path.join(ROOT, "scripts", "reference.mjs");
/** The console imports types from these files, and nothing else of the program. */
const CONTRACTS = path.join(ROOT, "src", "interfaces", "console");
const NO_SOURCE = /^(dist|\.build-.*)(\/|$)|\.test\.tsx?$|\.md$/;

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  ensureInstalled();
  buildFolder({ folder: DIST, digest: digestSources(findSources()), build });
}

export function ensureConsole() {
  if (!existsSync(VITE)) return;
  const message = "Building the console (once, a few seconds) …";
  ensureBuilt({ folder: DIST, sources: findSources(), build, message });
}

function build(folder) {
  const args = [VITE, "build", CONSOLE, "--outDir", folder, "--logLevel", "warn"];
  const env = { ...process.env, NODE_ENV: "production" };
  runBuild(args, env);
  runBuild([REFERENCE, path.join(folder, "reference")], env);
}

function runBuild(args, env) {
  const { status } = spawnSync(NODE, args, { cwd: ROOT, env, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("The console could not be built: the lines above say why.");
}

function findSources() {
  const pages = readdirSync(CONSOLE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .filter((file) => !NO_SOURCE.test(path.relative(CONSOLE, file).replaceAll(path.sep, "/")));
  const contracts = readdirSync(CONTRACTS, { recursive: true })
    .filter((name) => /^contract.*\.ts$/.test(path.basename(name)))
    .map((name) => path.join(CONTRACTS, name));
  return [...pages, ...contracts, REFERENCE, path.join(ROOT, "package-lock.json")];
}
